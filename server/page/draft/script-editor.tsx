import { useMemo } from 'react'
import type { Draft } from '../../../shared/draft.ts'
import { sceneCountMax, type Script } from '../../../shared/script.ts'
import { formatSeconds } from '../format-quantity.ts'
import { Icon } from '../icon.tsx'
import { randomSceneId } from '../random-uuid.ts'
import { contentIssuesOf, type DraftContent } from './draft-content.ts'
import type { DraftAction, DraftEditor } from './draft-editor.ts'
import { DraftSettings } from './draft-settings.tsx'
import { SceneCard } from './scene-card.tsx'

type ScriptEditorProps = {
  content: DraftContent
  script: Script
  sourceKind: Draft['source']['kind']
  removed: DraftEditor['removed']
  dispatch: (action: DraftAction) => void
  onSceneShown: (sceneId: string) => void
}

export function ScriptEditor(props: ScriptEditorProps) {
  const { content, script, sourceKind, removed, dispatch, onSceneShown } = props
  const issues = useMemo(() => contentIssuesOf(content), [content])
  const scenesIssue = issues.get('script.scenes')
  return (
    <>
      <DraftSettings content={content} issues={issues} dispatch={dispatch} />
      <div className="scenes-head">
        <h2>Scenes</h2>
        <TotalLength script={script} />
      </div>
      <ol className="scenes">
        {script.scenes.map((scene, index) => (
          <SceneCard
            key={scene.id}
            scene={scene}
            index={index}
            sceneCount={script.scenes.length}
            sourceName={sourceKind === 'text' ? 'Source' : 'From the page'}
            issues={issues}
            dispatch={dispatch}
            onShown={onSceneShown}
          />
        ))}
      </ol>
      {scenesIssue !== undefined && <p className="field-error">The script {scenesIssue}</p>}
      {removed !== null && (
        <p className="undo" role="status">
          Scene {removed.index + 1} deleted.
          <button
            type="button"
            className="link-button"
            onClick={() => dispatch({ type: 'scene-restored' })}
          >
            Undo
          </button>
        </p>
      )}
      <button
        type="button"
        className="button add-scene"
        disabled={script.scenes.length >= sceneCountMax}
        onClick={() => dispatch({ type: 'scene-added', sceneId: randomSceneId() })}
      >
        <Icon name="plus" />
        Add scene
      </button>
    </>
  )
}

function TotalLength({ script }: { script: Script }) {
  const seconds = script.scenes.reduce((sum, scene) => sum + (scene.durationSeconds || 0), 0)
  return (
    <p className="total-length" data-testid="total-length">
      {formatSeconds(seconds)} in total
      {(seconds < 15 || seconds > 45) && <span className="soft"> · 15–45 s work best</span>}
    </p>
  )
}
