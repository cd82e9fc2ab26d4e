import { useId, useRef, useState, type FormEvent } from 'react'
import type { DraftRequest, Session } from '../api-client.ts'
import { FormatPicker } from '../format-picker.tsx'
import { LanguageSelect } from '../language-select.tsx'
import { usePageServices } from '../page-services.ts'
import { randomUuid } from '../random-uuid.ts'
import { sentenceOf } from '../sentence-of.ts'
import { SoundSwitch } from '../sound-switch.tsx'
import { draftSourceOf, emptySource, fileIssueOf, type SourceInput } from './source-input.ts'
import { SourceField } from './source-field.tsx'

type VideoOptions = Omit<DraftRequest, 'source'>
type Submission = { kind: 'idle' } | { kind: 'sending' } | { kind: 'refused'; sentence: string }

const defaultOptions: VideoOptions = { format: 'story', language: null, sound: true }

type NewVideoFormProps = {
  writer: Session['writer']
  /** A kind of source to start with, its field in focus. */
  startKind: 'text' | null
}

export function NewVideoForm({ writer, startKind }: NewVideoFormProps) {
  const { router } = usePageServices()
  const create = useCreateDraft()
  const [source, setSource] = useState<SourceInput>({ ...emptySource, picked: startKind })
  const [options, setOptions] = useState<VideoOptions>(defaultOptions)
  const [submission, setSubmission] = useState<Submission>({ kind: 'idle' })
  const errorId = useId()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const checked = draftSourceOf(source)
    if (checked.kind === 'wrong')
      return setSubmission({ kind: 'refused', sentence: checked.sentence })
    setSubmission({ kind: 'sending' })
    const answer = await create({ source: checked.source, ...options })
    if (answer.kind === 'ok') {
      return router.go({ screen: 'draft', draftId: answer.value.draft.id })
    }
    setSubmission({ kind: 'refused', sentence: sentenceOf(answer) })
  }

  const sentence = submission.kind === 'refused' ? submission.sentence : fileIssueOf(source.file)
  const isSending = submission.kind === 'sending'
  return (
    <form
      className="new-video"
      aria-labelledby="new-video-title"
      onSubmit={(event) => void submit(event)}
      noValidate
    >
      <h1 id="new-video-title">Turn a page into a video</h1>
      <p className="soft">
        Makara writes a short script from it. You edit it, press Render, and post the result.
      </p>
      <SourceField
        value={source}
        errorId={sentence === null ? null : errorId}
        hasFocus={startKind !== null}
        onChange={(next) => {
          setSource(next)
          if (submission.kind === 'refused') setSubmission({ kind: 'idle' })
        }}
      />
      <p className="form-error" id={errorId} role="alert">
        {sentence}
      </p>
      <VideoOptionFields value={options} onChange={setOptions} />
      <div className="new-video-submit">
        <button type="submit" className="button button-primary button-large" disabled={isSending}>
          {isSending ? 'Starting…' : 'Create video'}
        </button>
        {writer === 'offline' && (
          <p className="hint">Scripts are built from the page’s own sentences, on this machine.</p>
        )}
      </div>
    </form>
  )
}

type VideoOptionFieldsProps = {
  value: VideoOptions
  onChange: (options: VideoOptions) => void
}

function VideoOptionFields({ value, onChange }: VideoOptionFieldsProps) {
  return (
    <div className="new-video-options">
      <FormatPicker value={value.format} onChange={(format) => onChange({ ...value, format })} />
      <div className="new-video-side">
        <LanguageSelect
          value={value.language}
          autoLabel="Auto: as the page"
          onChange={(language) => onChange({ ...value, language })}
        />
        <SoundSwitch value={value.sound} onChange={(sound) => onChange({ ...value, sound })} />
      </div>
    </div>
  )
}

// The same request sent again after a lost answer carries the same key, so it makes one draft only.
function useCreateDraft() {
  const { api } = usePageServices()
  const last = useRef({ requestKey: '', idempotencyKey: '' })
  return (request: DraftRequest) => {
    const requestKey = JSON.stringify({ ...request, size: htmlSizeOf(request) })
    if (last.current.requestKey !== requestKey) {
      last.current = { requestKey, idempotencyKey: randomUuid() }
    }
    return api.createDraft(request, { idempotencyKey: last.current.idempotencyKey })
  }
}

function htmlSizeOf(request: DraftRequest): number {
  return request.source.kind === 'html' ? request.source.html.size : 0
}
