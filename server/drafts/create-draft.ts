import { defaultBrand } from '../../shared/brand.ts'
import type { Format } from '../../shared/format.ts'
import type { Language } from '../../shared/language.ts'
import type { Sql, Transaction } from '../../shared/postgres/connect.ts'
import { enqueueJobs, scriptJob } from '../../shared/postgres/enqueue-job.ts'
import { notifyChange } from '../../shared/postgres/notify-change.ts'
import { cleanText } from '../../shared/text.ts'

export type DraftSource =
  | { kind: 'url'; url: URL }
  | { kind: 'text'; text: string }
  | { kind: 'html'; fileName: string; contentType: string; bytes: Uint8Array }

export type DraftOptions = { format: Format; language?: Language | undefined; sound: boolean }

/** Creates a draft and queues the writing of its script, both or neither. Answers the draft's id. */
export async function createDraft(
  sql: Sql,
  accountId: string,
  draft: { source: DraftSource; options: DraftOptions },
): Promise<string> {
  return sql.begin(async (tx) => {
    const draftId = await insertDraft(tx, accountId, draft)
    await insertSource(tx, draftId, draft.source)
    await enqueueJobs(tx, [scriptJob({ accountId, draftId })])
    await notifyChange(tx, draftId)
    return draftId
  })
}

async function insertDraft(
  tx: Transaction,
  accountId: string,
  { source, options }: { source: DraftSource; options: DraftOptions },
): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    insert into drafts
      (account_id, title, format, language, brand, sound, source_kind, source_url)
    values (
      ${accountId}, ${titleOf(source)}, ${options.format}, ${options.language ?? null},
      ${tx.json(defaultBrand)}, ${options.sound}, ${source.kind},
      ${source.kind === 'url' ? source.url.href : null}
    )
    returning id`
  if (!row) throw new Error('Cannot create the draft')
  return row.id
}

const titleCharsMax = 60

function titleOf(source: DraftSource): string {
  switch (source.kind) {
    case 'url':
      return source.url.host
    case 'html':
      return source.fileName === '' ? 'HTML file' : source.fileName
    case 'text':
      return firstWords(cleanText(source.text)) || 'Text'
  }
}

function firstWords(text: string): string {
  const characters = Array.from(text)
  if (characters.length <= titleCharsMax) return text
  const cut = characters.slice(0, titleCharsMax).join('')
  const lastSpace = cut.lastIndexOf(' ')
  return `${lastSpace > 0 ? cut.slice(0, lastSpace) : cut}…`
}

async function insertSource(tx: Transaction, draftId: string, source: DraftSource): Promise<void> {
  if (source.kind === 'url') return
  const contentType = source.kind === 'text' ? 'text/plain; charset=utf-8' : source.contentType
  const body = source.kind === 'text' ? Buffer.from(source.text) : Buffer.from(source.bytes)
  await tx`
    insert into draft_sources (draft_id, content_type, body)
    values (${draftId}, ${contentType}, ${body})`
}
