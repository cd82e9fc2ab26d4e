import { useState } from 'react'
import type { Draft } from '../../../shared/draft.ts'
import { Icon } from '../icon.tsx'
import { usePageServices } from '../page-services.ts'
import { randomUuid } from '../random-uuid.ts'
import { hashOf } from '../route.ts'
import { sentenceOf } from '../sentence-of.ts'
import type { DraftStore } from './draft-store.ts'

type ScriptFailedProps = { draft: Draft; store: DraftStore }

/** Why there is no script, and the ways on: trying again only where that can help. */
export function ScriptFailed({ draft, store }: ScriptFailedProps) {
  const isRetryable = draft.fault?.retryable ?? true
  const isText = draft.source.kind === 'text'
  return (
    <section className="callout callout-bad callout-tall" role="alert">
      <Icon name="alert" />
      <h2>The script could not be written</h2>
      <p dir="auto">{draft.fault?.sentence ?? 'Something went wrong while reading the page.'}</p>
      <div className="callout-buttons">
        {isRetryable && <RetryButton draft={draft} store={store} />}
        <a
          className={isRetryable ? 'button' : 'button button-primary'}
          href={hashOf({ screen: 'library', startKind: 'text' })}
        >
          {isText ? 'Paste another text' : 'Paste its text'}
        </a>
        <a className="button" href={hashOf({ screen: 'library' })}>
          {isText ? 'Use a page' : 'Use another page'}
        </a>
      </div>
    </section>
  )
}

type Retry = { kind: 'idle' } | { kind: 'sending' } | { kind: 'refused'; sentence: string }

function RetryButton({ draft, store }: ScriptFailedProps) {
  const { api } = usePageServices()
  const [retry, setRetry] = useState<Retry>({ kind: 'idle' })
  const start = async () => {
    setRetry({ kind: 'sending' })
    const answer = await api.retryDraft(draft.id, { idempotencyKey: randomUuid() })
    if (answer.kind !== 'ok') return setRetry({ kind: 'refused', sentence: sentenceOf(answer) })
    store.dispatch({ type: 'received', draft: answer.value.draft })
  }
  return (
    <>
      {retry.kind === 'refused' && <p className="field-error">{retry.sentence}</p>}
      <button
        type="button"
        className="button button-primary"
        disabled={retry.kind === 'sending'}
        onClick={() => void start()}
      >
        {retry.kind === 'sending' ? 'Starting…' : 'Try again'}
      </button>
    </>
  )
}
