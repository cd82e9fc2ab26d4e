import type { RenderSnapshot } from '../../../shared/render.ts'
import { formatClock } from '../format-quantity.ts'
import { useNow } from '../use-now.ts'
import { stageWordsOf } from './render-words.ts'

type RenderProgressProps = { render: RenderSnapshot; isBusy: boolean; onCancel: () => void }

const quietMsMax = 15_000

export function RenderProgress({ render, isBusy, onCancel }: RenderProgressProps) {
  const nowMs = useNow()
  const elapsedMs = nowMs - Date.parse(render.startedAt ?? render.createdAt)
  const quietMs = nowMs - Date.parse(render.lastSignAt)
  const percent = Math.floor(render.percent)
  const words = stageWordsOf(render)
  return (
    <div className="progress">
      <div className="progress-head">
        <p className="progress-words" data-testid="render-stage">
          {words}
        </p>
        <p className="progress-percent">{percent}%</p>
      </div>
      <div
        className={render.state === 'queued' ? 'progress-bar progress-bar-waiting' : 'progress-bar'}
        role="progressbar"
        aria-label="Render progress"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={`${percent}%, ${words}`}
      >
        <span style={{ inlineSize: `${render.percent}%` }} />
      </div>
      <div className="progress-foot">
        <p className="soft">
          {formatClock(elapsedMs)} {render.state === 'queued' ? 'waiting' : 'so far'}
        </p>
        <button
          type="button"
          className="button button-small"
          aria-label="Cancel render"
          disabled={isBusy || render.cancelRequested}
          onClick={onCancel}
        >
          {render.cancelRequested ? 'Stopping…' : 'Cancel'}
        </button>
      </div>
      <p className="progress-note soft">
        {quietMs > quietMsMax ? (
          <span data-testid="last-sign">Last sign of life {Math.floor(quietMs / 1000)} s ago</span>
        ) : (
          'Edits you make now go into the next render.'
        )}
      </p>
    </div>
  )
}
