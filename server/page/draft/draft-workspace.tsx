import { useState, useSyncExternalStore } from 'react'
import { isFinal } from '../../../shared/render.ts'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { useDocumentTitle } from '../use-document-title.ts'
import { brandStyle } from '../brand-style.ts'
import { ConflictNotice } from './conflict-notice.tsx'
import { isVideoCurrent, type DraftEditor } from './draft-editor.ts'
import { DraftFooter } from './draft-footer.tsx'
import { DraftHeader } from './draft-header.tsx'
import type { DraftStore } from './draft-store.ts'
import { RenderPanel } from './render-panel.tsx'
import { ScriptEditor } from './script-editor.tsx'
import { ScriptFailed } from './script-failed.tsx'
import { ScriptWriting } from './script-writing.tsx'
import { useLeaveGuard } from './use-leave-guard.ts'
import { VideoActions } from './video-actions.tsx'
import { VideoFrame } from './video-frame.tsx'

export function DraftWorkspace({ store }: { store: DraftStore }) {
  const editor = useSyncExternalStore(store.subscribe, store.editor)
  const [shownSceneId, setShownSceneId] = useState<string | null>(null)
  const leaveQuestion = useLeaveGuard(store)
  useDocumentTitle(documentTitleOf(editor))
  const { server, edited } = editor

  const hasSide = server.state === 'writing' || server.video !== null || edited.script !== null
  return (
    <main className="draft" style={brandStyle(edited.brand.color)}>
      <div className={hasSide ? 'draft-columns' : 'draft-columns draft-columns-plain'}>
        <DraftHeader editor={editor} store={store} />
        <div className="draft-script">
          {editor.save.kind === 'conflict' && <ConflictNotice dispatch={store.dispatch} />}
          <ScriptColumn editor={editor} store={store} onSceneShown={setShownSceneId} />
          <DraftFooter draft={server} store={store} />
        </div>
        {hasSide && <VideoColumn editor={editor} store={store} shownSceneId={shownSceneId} />}
      </div>
      {leaveQuestion !== null && (
        <ConfirmDialog
          title="Leave without saving?"
          confirmLabel="Leave without saving"
          cancelLabel="Stay"
          onAnswer={leaveQuestion.answer}
        >
          Your last changes could not be saved. If you leave now they are lost.
        </ConfirmDialog>
      )}
    </main>
  )
}

type ScriptColumnProps = {
  editor: DraftEditor
  store: DraftStore
  onSceneShown: (sceneId: string) => void
}

function ScriptColumn({ editor, store, onSceneShown }: ScriptColumnProps) {
  const { server, edited } = editor
  if (server.state === 'writing') return <ScriptWriting draft={server} />
  if (edited.script === null) return <ScriptFailed draft={server} store={store} />
  return (
    <ScriptEditor
      content={edited}
      script={edited.script}
      sourceKind={server.source.kind}
      removed={editor.removed}
      dispatch={store.dispatch}
      onSceneShown={onSceneShown}
    />
  )
}

type VideoColumnProps = { editor: DraftEditor; store: DraftStore; shownSceneId: string | null }

function VideoColumn({ editor, store, shownSceneId }: VideoColumnProps) {
  const { server, edited } = editor
  const isPlaceholder = server.video === null && edited.script === null
  return (
    <aside
      className={isPlaceholder ? 'draft-side draft-side-writing' : 'draft-side'}
      aria-label="Video"
    >
      <div className="draft-video">
        <VideoFrame editor={editor} shownSceneId={shownSceneId} />
        {server.video !== null && (
          <VideoActions
            video={server.video}
            title={server.title}
            hasDownload={!isVideoCurrent(editor)}
          />
        )}
      </div>
      {edited.script !== null && <RenderPanel editor={editor} store={store} />}
    </aside>
  )
}

function documentTitleOf({ server, edited }: DraftEditor): string {
  const title = edited.script?.title ?? server.title
  const { render } = server
  if (render === null || isFinal(render.state)) return title
  return `${Math.floor(render.percent)}% · ${title}`
}
