import { Failure } from '../../shared/failure.ts'
import type { Language } from '../../shared/language.ts'
import type { Sql, Transaction } from '../../shared/postgres/connect.ts'
import { notifyChange } from '../../shared/postgres/notify-change.ts'
import { faultPoint } from '../../shared/process/fault-point.ts'
import type { Script } from '../../shared/script.ts'
import { brandOfPage } from '../page-reader/brand-of-page.ts'
import { fetchPage } from '../page-reader/fetch-page.ts'
import { pageFromText } from '../page-reader/page-from-text.ts'
import type { PageText } from '../page-reader/page-text.ts'
import { readPage } from '../page-reader/read-page.ts'
import { writeScript } from '../script-writer/write-script.ts'
import type { DraftJob } from '../queue/read-payload.ts'
import type { JobContext, JobResult } from './job-context.ts'

type DraftSource = {
  kind: 'url' | 'text' | 'html'
  url: string | null
  language: Language | null
  contentType: string | null
  body: Buffer | null
}

/** Reads the draft's page and writes its script. */
export async function writeDraftScript(context: JobContext<DraftJob>): Promise<JobResult> {
  const { sql, job, config, control } = context
  const { signal } = control
  const source = await readSource(sql, job.draftId)
  if (!source) return { outcome: 'moot' }
  const page = await readPageOf(source, context)
  await faultPoint('script.fetched')
  const written = await writeScript({
    page,
    language: source.language ?? page.language,
    writer: config.writer,
    signal,
    beforeCall: () => control.whenFresh(),
  })
  if (!written.ok) throw refusal(written)
  return {
    outcome: 'done',
    settle: async (tx) => {
      await faultPoint('script.before-settle')
      const { language, script, by } = written
      await storeScript(tx, { draftId: job.draftId, page, language, script, by })
    },
  }
}

async function readSource(sql: Sql, draftId: string): Promise<DraftSource | undefined> {
  const [source] = await sql<DraftSource[]>`
    select
      source_kind as kind,
      source_url as url,
      language,
      content_type as "contentType",
      body
    from drafts
    left join draft_sources on draft_sources.draft_id = drafts.id
    where drafts.id = ${draftId} and drafts.state = 'writing'`
  return source
}

async function readPageOf(source: DraftSource, context: JobContext): Promise<PageText> {
  const read = await readAnySource(source, context)
  if (!read.ok) throw refusal(read)
  return read.page
}

async function readAnySource(source: DraftSource, { config, control: { signal } }: JobContext) {
  switch (source.kind) {
    case 'url': {
      const { allowedHosts } = config
      const fetched = await fetchPage(source.url ?? '', { allowedHosts, signal })
      if (!fetched.ok) throw refusal(fetched)
      return readPage({ bytes: fetched.bytes, contentType: fetched.contentType, url: fetched.url })
    }
    case 'html': {
      const contentType = source.contentType ?? 'text/html'
      return readPage({ bytes: source.body ?? Buffer.alloc(0), contentType, url: null })
    }
    case 'text':
      return pageFromText(source.body?.toString('utf8') ?? '', source.language ?? undefined)
  }
}

// Permanent, but no fault of the page: somebody has to look at the key, the model or the server.
const providerFaults = new Set(['provider_rejected', 'script_invalid'])

function refusal(refused: {
  code: string
  sentence: string
  retryable?: boolean
  retryAfterMs?: number | undefined
  evidence?: unknown
}): Failure {
  const { code, retryable = false } = refused
  return new Failure({
    ...refused,
    isFree: code === 'provider_rate_limited',
    // A page that may answer later may be out of reach because of us.
    refusesInput: !retryable && !providerFaults.has(code),
  })
}

async function storeScript(
  tx: Transaction,
  written: {
    draftId: string
    page: PageText
    language: Language
    script: Script
    by: 'offline' | 'model'
  },
): Promise<void> {
  const { page, script } = written
  await tx`
    update drafts
    set
      state = 'ready',
      fault = null,
      title = ${script.title},
      language = ${written.language},
      brand = ${tx.json(brandOfPage(page))},
      script = ${tx.json(script)},
      script_by = ${written.by},
      version = version + 1,
      updated_at = clock_timestamp()
    where id = ${written.draftId} and state = 'writing'`
  await notifyChange(tx, written.draftId)
}
