import { isFinal, type RenderSnapshot } from '../../../shared/render.ts'
import { Icon } from '../icon.tsx'
import { DownloadLink } from './download-link.tsx'
import { isVideoCurrent, type DraftEditor } from './draft-editor.ts'
import type { DraftStore } from './draft-store.ts'
import { renderChoiceOf } from './render-choice.ts'
import { RenderProgress } from './render-progress.tsx'
import { announcementOf } from './render-words.ts'
import { useRenderControl } from './use-render-control.ts'

type RenderPanelProps = { editor: DraftEditor; store: DraftStore }

/** What to do now: download a current video, render, or watch and cancel a running render. */
export function RenderPanel({ editor, store }: RenderPanelProps) {
  const { render, state } = editor.server
  const control = useRenderControl(store)
  const isBusy = control.state.kind === 'busy'
  const refusal =
    control.state.kind === 'refused' && control.state.content === editor.edited
      ? control.state.sentence
      : null
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
      {render !== null && !isFinal(render.state) ? (
        <RenderProgress
          render={render}
          isBusy={isBusy}
          onCancel={() => void control.cancel(render.id)}
        />
      ) : (
        <>
          {refusal === null && <LastEnd render={render} />}
          <PanelButtons
            editor={editor}
            isBusy={isBusy}
            isDisabled={isBusy || state !== 'ready'}
            onStart={() => void control.start()}
          />
        </>
      )}
    </section>
  )
}

type PanelButtonsProps = {
  editor: DraftEditor
  isBusy: boolean
  isDisabled: boolean
  onStart: () => void
}

function PanelButtons({ editor, isBusy, isDisabled, onStart }: PanelButtonsProps) {
  const { video, title } = editor.server
  const choice = renderChoiceOf(editor)
  return (
    <div className="panel-buttons">
      {video !== null && isVideoCurrent(editor) && (
        <DownloadLink video={video} title={title} isMain />
      )}
      <button
        type="button"
        className={choice.isMain ? 'button button-primary button-large' : 'button button-large'}
        disabled={isDisabled}
        onClick={onStart}
      >
        {isBusy ? 'Starting…' : choice.words}
      </button>
    </div>
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
