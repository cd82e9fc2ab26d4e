import { setTimeout as delay } from 'node:timers/promises'
import * as v from 'valibot'
import type { Sql } from '../../shared/postgres/connect.ts'
import { isDatabaseUnavailable } from '../../shared/postgres/is-database-unavailable.ts'
import { insertReadyDraft, testScript } from '../../shared/testing/test-rows.ts'
import type { BrokenPromises } from './broken-promises.ts'
import type { Answer, ChaosClient } from './chaos-client.ts'
import { awaitRender, followRender } from './follow-render.ts'
import type { RenderVisit, Visit } from './visit-schedule.ts'

const text = `A kettle that waits. It heats water to 80 degrees for green tea and to 95 for black.
It keeps it warm for two hours, tells you with a soft bell, and costs 79 euros.`

/** What clients were told. */
export type Promises = { accepted: Set<string>; cancelled: Set<string> }

export type Visitor = {
  accountId: string
  client: ChaosClient
  sql: Sql
  promises: Promises
  broken: BrokenPromises
  /** Aborts when nothing new is to be asked for. */
  closing: AbortSignal
  /** Aborts when it is of no use to wait any longer. */
  signal: AbortSignal
}

/** Gets a draft and has it rendered as the visit says, to the end. */
export async function makeVisit(visitor: Visitor, visit: Visit): Promise<void> {
  const { draft } = visit
  const draftId =
    draft.kind === 'ready'
      ? await insertDraft(visitor, draft.sceneCount)
      : await writeDraft(visitor)
  if (draftId === undefined) return
  for (const render of visit.renders) {
    if (!visitor.closing.aborted) await renderOnce(visitor, draftId, render)
  }
}

// Scenes of three seconds are too long to be joined: each is a chunk of its own.
async function insertDraft(
  { sql, accountId, signal }: Visitor,
  sceneCount: number,
): Promise<string> {
  const script = testScript({ sceneCount, durationSeconds: 3 })
  for (;;) {
    try {
      return await insertReadyDraft(sql, { accountId, script })
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
      await delay(200, undefined, { signal })
    }
  }
}

const draftAnswer = v.object({ draft: v.object({ id: v.string(), state: v.string() }) })

/** Undefined when its script could not be written. */
async function writeDraft({ client, signal }: Visitor): Promise<string | undefined> {
  const answer = await client.ask('POST /v1/drafts', { expected: [202], signal, body: { text } })
  const { draft } = v.parse(draftAnswer, answer.body)
  for (;;) {
    const { body } = await client.ask(`GET /v1/drafts/${draft.id}`, { expected: [200], signal })
    const { state } = v.parse(draftAnswer, body).draft
    if (state === 'ready') return draft.id
    if (state === 'failed') return undefined
    await delay(300, undefined, { signal })
  }
}

async function renderOnce(visitor: Visitor, draftId: string, visit: RenderVisit): Promise<void> {
  const renderId = await startRender(visitor, draftId, visit.posts)
  const watch = visit.follows ? followRender : awaitRender
  await Promise.all([
    watch({ ...visitor, renderId }),
    visit.cancelAfterMs === null ? undefined : cancel(visitor, renderId, visit.cancelAfterMs),
  ])
}

/** Many ask at the same time; one of them starts it, and the others are told so. */
async function startRender(
  { client, broken, promises, signal }: Visitor,
  draftId: string,
  posts: number,
): Promise<string> {
  const answers = await Promise.all(
    Array.from({ length: posts }, () =>
      client.ask(`POST /v1/drafts/${draftId}/renders`, { expected: [202, 409], signal }),
    ),
  )
  const started = answers.filter((answer) => answer.status === 202)
  const isClear = answers.every((answer) => !answer.isRepeated)
  if (isClear && started.length !== 1) {
    broken.add(`${started.length} renders started by ${posts} requests`, answers)
  }
  const renderIds = (started.length > 0 ? started : answers).map(renderIdOf)
  for (const renderId of renderIds) promises.accepted.add(renderId)
  const [renderId] = renderIds
  if (!renderId) throw new Error('Nobody asked for a render')
  return renderId
}

function renderIdOf({ location }: Answer): string {
  const renderId = location?.split('/').at(-1)
  if (!renderId) throw new Error('Cannot tell which render it is about')
  return renderId
}

async function cancel(
  { client, promises, signal }: Visitor,
  renderId: string,
  afterMs: number,
): Promise<void> {
  await delay(afterMs, undefined, { signal })
  const answer = await client.ask(`DELETE /v1/renders/${renderId}`, {
    expected: [202, 409],
    signal,
  })
  if (answer.status === 202) promises.cancelled.add(renderId)
}
