import { isFinal, type RenderSnapshot } from '../../../shared/render.ts'
import { Icon } from '../icon.tsx'
import { isVideoCurrent, type DraftEditor } from './draft-editor.ts'
import type { DraftStore } from './draft-store.ts'
import { RenderProgress } from './render-progress.tsx'
import { announcementOf } from './render-words.ts'
import { useRenderControl } from './use-render-control.ts'

type RenderPanelProps = { editor: DraftEditor; store: DraftStore }

/** The Render button, the progress of a running render, and how the last one ended. */
export function RenderPanel({ editor, store }: RenderPanelProps) {
  const { render, video, state } = editor.server
  const control = useRenderControl(store)
  const refusal =
    control.state.kind === 'refused' && control.state.content === editor.edited
      ? control.state.sentence
      : null
  const isRunning = render !== null && !isFinal(render.state)
  const hasFailed = render?.state === 'failed'
  return (
    <section className="render-panel" aria-label="Render">
      <p className="visually-hidden" role="status">
        {render !== null && announcementOf(render)}
      </p>
      {refusal !== null && (
        <p className="panel-error" role="alert">
          <Icon name="alert" />
          {refusal}
        </p>
      )}
      {isRunning ? (
        <RenderProgress
          render={render}
          isBusy={control.state.kind === 'busy'}
          onCancel={() => void control.cancel(render.id)}
        />
      ) : (
        <>
          {refusal === null && <LastEnd render={render} />}
          <button
            type="button"
            className={
              isVideoCurrent(editor)
                ? 'button button-large render-button'
                : 'button button-primary button-large render-button'
            }
            disabled={control.state.kind === 'busy' || state !== 'ready'}
            onClick={() => void control.start()}
          >
            {buttonWordsOf({
              isBusy: control.state.kind === 'busy',
              hasFailed,
              hasVideo: video !== null,
            })}
          </button>
        </>
      )}
    </section>
  )
}

function LastEnd({ render }: { render: RenderSnapshot | null }) {
  if (render?.state === 'cancelled') return <p className="panel-note">Render cancelled.</p>
  if (render?.state !== 'failed') return null
  return (
    <p className="panel-error" data-testid="render-fault">
      <Icon name="alert" />
      <span dir="auto">{render.fault?.sentence ?? 'The render did not work.'}</span>
    </p>
  )
}

function buttonWordsOf(now: { isBusy: boolean; hasFailed: boolean; hasVideo: boolean }): string {
  if (now.isBusy) return 'Starting…'
  if (now.hasFailed) return 'Try again'
  return now.hasVideo ? 'Render again' : 'Render video'
}
