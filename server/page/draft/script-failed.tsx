import { useState } from 'react'
import type { Draft } from '../../../shared/draft.ts'
import { Icon } from '../icon.tsx'
import { usePageServices } from '../page-services.ts'
import { randomUuid } from '../random-uuid.ts'
import { hashOf } from '../route.ts'
import { sentenceOf } from '../sentence-of.ts'
import type { DraftStore } from './draft-store.ts'

type ScriptFailedProps = { draft: Draft; store: DraftStore }
type Retry = { kind: 'idle' } | { kind: 'sending' } | { kind: 'refused'; sentence: string }

export function ScriptFailed({ draft, store }: ScriptFailedProps) {
  const { api } = usePageServices()
  const [retry, setRetry] = useState<Retry>({ kind: 'idle' })
  const isRetryable = draft.fault?.retryable ?? true
  const start = async () => {
    setRetry({ kind: 'sending' })
    const answer = await api.retryDraft(draft.id, { idempotencyKey: randomUuid() })
    if (answer.kind !== 'ok') return setRetry({ kind: 'refused', sentence: sentenceOf(answer) })
    store.dispatch({ type: 'received', draft: answer.value.draft })
  }
  return (
    <section className="callout callout-bad callout-tall" role="alert">
      <Icon name="alert" />
      <h2>The script could not be written</h2>
      <p dir="auto">{draft.fault?.sentence ?? 'Something went wrong while reading the page.'}</p>
      {retry.kind === 'refused' && <p className="field-error">{retry.sentence}</p>}
      <div className="callout-buttons">
        <button
          type="button"
          className={isRetryable ? 'button button-primary' : 'button'}
          disabled={retry.kind === 'sending'}
          onClick={() => void start()}
        >
          {retry.kind === 'sending' ? 'Starting…' : 'Try again'}
        </button>
        <a
          className={isRetryable ? 'button' : 'button button-primary'}
          href={hashOf({ screen: 'library' })}
        >
          Use another page
        </a>
      </div>
    </section>
  )
}
