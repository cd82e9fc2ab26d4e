import type { RenderSnapshot } from '../../../shared/render.ts'
import { formatClock } from '../format-quantity.ts'
import { useNow } from '../use-now.ts'
import { isStarted, quietNoteOf, stageWordsOf } from './render-words.ts'

type RenderProgressProps = { render: RenderSnapshot; isBusy: boolean; onCancel: () => void }

export function RenderProgress({ render, isBusy, onCancel }: RenderProgressProps) {
  const nowMs = useNow()
  const elapsedMs = nowMs - Date.parse(render.startedAt ?? render.createdAt)
  const percent = Math.floor(render.percent)
  const words = stageWordsOf(render, nowMs)
  const hasStarted = isStarted(render)
  return (
    <div className="progress">
      <div className="progress-head">
        <p className="progress-words" data-testid="render-stage">
          {words}
        </p>
        <p className="progress-percent">{percent}%</p>
      </div>
      <div
        className={hasStarted ? 'progress-bar' : 'progress-bar progress-bar-waiting'}
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
          {formatClock(elapsedMs)} {hasStarted ? 'so far' : 'waiting'}
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
        {quietNoteOf(render, nowMs) ?? 'Edits you make now go into the next render.'}
      </p>
    </div>
  )
}
