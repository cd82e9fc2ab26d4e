import {
  captionCharsMax,
  narrationCharsMax,
  sceneKinds,
  type Scene,
} from '../../../shared/script.ts'
import { Field } from '../field.tsx'
import { GrowingTextarea } from '../growing-textarea.tsx'
import type { DraftAction } from './draft-editor.ts'
import { DurationStepper } from './duration-stepper.tsx'
import { SceneButtons } from './scene-buttons.tsx'

type SceneCardProps = {
  scene: Scene
  index: number
  sceneCount: number
  /** Where the sentences of the script were found, such as `From the page`. */
  sourceName: string
  issues: ReadonlyMap<string, string>
  dispatch: (action: DraftAction) => void
  onShown: (sceneId: string) => void
}

const kindNames: Record<Scene['kind'], string> = {
  hook: 'Opening',
  point: 'Point',
  number: 'Big number',
  quote: 'Quote',
  call: 'Call to action',
}

export function SceneCard(props: SceneCardProps) {
  const { scene, index, sceneCount, sourceName, dispatch, onShown } = props
  const issueOf = (key: string) => props.issues.get(`script.scenes.${index}.${key}`)
  const change = (changed: Partial<Omit<Scene, 'id'>>) =>
    dispatch({ type: 'scene-changed', sceneId: scene.id, change: changed })
  const titleId = `scene-${scene.id}`
  return (
    <li>
      <div
        className="card scene"
        role="group"
        aria-labelledby={titleId}
        onFocus={() => onShown(scene.id)}
      >
        <div className="scene-head">
          <h3 id={titleId}>Scene {index + 1}</h3>
          <SceneButtons
            sceneId={scene.id}
            index={index}
            sceneCount={sceneCount}
            dispatch={dispatch}
          />
        </div>
        <SceneWords scene={scene} issueOf={issueOf} onChange={change} />
        <div className="scene-row">
          <KindSelect value={scene.kind} onChange={(kind) => change({ kind })} />
          <DurationStepper
            value={scene.durationSeconds}
            error={issueOf('durationSeconds')}
            onChange={(durationSeconds) => change({ durationSeconds })}
          />
        </div>
        {scene.source !== null && <SourceSentence name={sourceName} sentence={scene.source} />}
      </div>
    </li>
  )
}

type SceneWordsProps = {
  scene: Scene
  issueOf: (key: string) => string | undefined
  onChange: (changed: Partial<Omit<Scene, 'id'>>) => void
}

function SceneWords({ scene, issueOf, onChange }: SceneWordsProps) {
  return (
    <>
      <Field
        label="Caption"
        error={issueOf('caption')}
        count={{ length: scene.caption.trim().length, max: captionCharsMax }}
      >
        {(attributes) => (
          <GrowingTextarea
            {...attributes}
            className="caption-text"
            value={scene.caption}
            onChange={(event) => onChange({ caption: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Small text below"
        error={issueOf('narration')}
        count={{ length: scene.narration.trim().length, max: narrationCharsMax }}
      >
        {(attributes) => (
          <GrowingTextarea
            {...attributes}
            value={scene.narration}
            onChange={(event) => onChange({ narration: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}

type KindSelectProps = { value: Scene['kind']; onChange: (kind: Scene['kind']) => void }

function KindSelect({ value, onChange }: KindSelectProps) {
  return (
    <Field label="Kind">
      {(attributes) => (
        <select
          {...attributes}
          className="input"
          value={value}
          onChange={(event) =>
            onChange(sceneKinds.find((kind) => kind === event.target.value) ?? value)
          }
        >
          {sceneKinds.map((kind) => (
            <option key={kind} value={kind}>
              {kindNames[kind]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function SourceSentence({ name, sentence }: { name: string; sentence: string }) {
  return (
    <details className="from-page">
      <summary>{name}</summary>
      <blockquote dir="auto">{sentence}</blockquote>
    </details>
  )
}
