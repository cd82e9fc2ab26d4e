import { useId, useRef, useState, type DragEvent } from 'react'
import { formatBytes } from '../format-quantity.ts'
import { GrowingTextarea } from '../growing-textarea.tsx'
import { Icon } from '../icon.tsx'
import type { SourceKind } from './detect-source.ts'
import { sourceHintOf, sourceKindOf, type SourceInput } from './source-input.ts'

type SourceFieldProps = {
  value: SourceInput
  errorId: string | null
  /** True to take the focus when the field appears. */
  hasFocus: boolean
  onChange: (value: SourceInput) => void
}

const kinds: { kind: SourceKind; name: string }[] = [
  { kind: 'url', name: 'Website' },
  { kind: 'text', name: 'Text' },
  { kind: 'html', name: 'HTML file' },
]

/** One field for a web address, text, or a dropped or chosen HTML file. */
export function SourceField({ value, errorId, hasFocus, onChange }: SourceFieldProps) {
  const kind = sourceKindOf(value)
  const drop = useFileDrop((file) => onChange({ ...value, file }))
  const fieldId = useId()
  return (
    <div className={drop.isOver ? 'source source-over' : 'source'} {...drop.handlers}>
      <div className="source-head">
        <label className="source-label" htmlFor={fieldId}>
          Website, text or file
        </label>
        <KindSwitch
          value={kind}
          onChange={(picked) => onChange({ ...value, picked, file: null })}
        />
      </div>
      {kind === 'html' ? (
        <FileChoice
          id={fieldId}
          file={value.file}
          onChange={(file) => onChange({ ...value, file })}
        />
      ) : (
        <GrowingTextarea
          id={fieldId}
          className="source-text"
          value={value.typed}
          placeholder={kind === 'url' ? 'https://your-site.com/product' : 'Paste the text here'}
          autoFocus={hasFocus}
          autoCapitalize="off"
          autoCorrect="off"
          spellCheck={kind === 'text'}
          aria-invalid={errorId !== null}
          aria-describedby={errorId ?? undefined}
          onChange={(event) => onChange(withTyped(value, event.target.value))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
            if (kind === 'text' && !event.metaKey && !event.ctrlKey) return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
      )}
      <p className="source-hint" aria-live="polite">
        {sourceHintOf(value)}
      </p>
    </div>
  )
}

// An emptied field forgets the chosen kind, so that the next paste is detected again.
function withTyped(value: SourceInput, typed: string): SourceInput {
  return { ...value, typed, picked: typed === '' ? null : value.picked }
}

function KindSwitch(props: { value: SourceKind; onChange: (kind: SourceKind) => void }) {
  const name = useId()
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">Source</legend>
      {kinds.map(({ kind, name: kindName }) => (
        <label key={kind} className="segment">
          <input
            type="radio"
            name={name}
            checked={kind === props.value}
            onChange={() => props.onChange(kind)}
          />
          {kindName}
        </label>
      ))}
    </fieldset>
  )
}

type FileChoiceProps = { id: string; file: File | null; onChange: (file: File | null) => void }

function FileChoice({ id, file, onChange }: FileChoiceProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="file-choice">
      <Icon name="file" />
      {file === null ? (
        <span className="file-name soft">Drop an HTML file here, or</span>
      ) : (
        <span className="file-name">
          <bdi>{file.name}</bdi> <span className="soft">{formatBytes(file.size)}</span>
        </span>
      )}
      <input
        ref={input}
        id={id}
        className="visually-hidden"
        type="file"
        accept=".html,.htm,text/html"
        tabIndex={-1}
        onChange={(event) => onChange(event.target.files?.item(0) ?? null)}
      />
      <button type="button" className="button" onClick={() => input.current?.click()}>
        {file === null ? 'Choose a file' : 'Choose another'}
      </button>
    </div>
  )
}

function useFileDrop(onFile: (file: File) => void) {
  const [isOver, setOver] = useState(false)
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      const file = event.dataTransfer.files.item(0)
      setOver(false)
      if (file === null) return
      event.preventDefault()
      onFile(file)
    },
  }
  return { isOver, handlers }
}
