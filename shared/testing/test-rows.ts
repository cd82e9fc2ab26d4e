import { defaultBrand } from '../brand.ts'
import type { Sql } from '../postgres/connect.ts'
import { createAccount } from '../postgres/create-account.ts'
import { enqueueJobs, scriptJob } from '../postgres/enqueue-job.ts'
import type { Script } from '../script.ts'

/** A small valid script: `sceneCount` scenes of `durationSeconds` each. */
export function testScript(
  options: { sceneCount?: number; durationSeconds?: number } = {},
): Script {
  return {
    title: 'A kettle that waits',
    scenes: Array.from({ length: options.sceneCount ?? 2 }, (_, position) => ({
      id: `scene${position}`,
      kind: position === 0 ? ('hook' as const) : ('point' as const),
      caption: `Water at 80 degrees, sentence ${position + 1}`,
      narration: '',
      picturePrompt: '',
      durationSeconds: options.durationSeconds ?? 1,
      source: null,
    })),
  }
}

/** An account with 100 credits. */
export async function insertAccount(sql: Sql, name = 'Ada'): Promise<string> {
  return (await createAccount(sql, { name, credits: 100 })).accountId
}

/** A draft of pasted text whose script is written. */
export async function insertReadyDraft(
  sql: Sql,
  draft: { accountId: string; script?: Script },
): Promise<string> {
  const script = draft.script ?? testScript()
  const [row] = await sql<{ id: string }[]>`
    insert into drafts
      (account_id, state, title, format, language, brand, sound, source_kind, script, script_by)
    values (
      ${draft.accountId}, 'ready', ${script.title}, 'promo', 'en', ${sql.json(defaultBrand)}, true, 'text',
      ${sql.json(script)}, 'person'
    )
    returning id`
  if (!row) throw new Error('Cannot insert the draft')
  return row.id
}

/** A draft whose script is still to be written, with its job in the queue. */
export async function insertNewDraft(
  sql: Sql,
  draft: { accountId: string; url: string } | { accountId: string; html: string },
): Promise<string> {
  const url = 'url' in draft ? draft.url : null
  return sql.begin(async (tx) => {
    const [row] = await tx<{ id: string }[]>`
      insert into drafts (account_id, title, format, brand, sound, source_kind, source_url)
      values (
        ${draft.accountId}, 'New', 'promo', ${tx.json(defaultBrand)}, true,
        ${url === null ? 'html' : 'url'}, ${url}
      )
      returning id`
    if (!row) throw new Error('Cannot insert the draft')
    if ('html' in draft) {
      await tx`
        insert into draft_sources (draft_id, content_type, body)
        values (${row.id}, 'text/html', ${Buffer.from(draft.html)})`
    }
    await enqueueJobs(tx, [scriptJob({ accountId: draft.accountId, draftId: row.id })])
    return row.id
  })
}
