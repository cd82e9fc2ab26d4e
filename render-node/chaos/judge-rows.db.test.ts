import { expect, test } from 'vitest'
import type { Sql } from '../../shared/postgres/connect.ts'
import { startRender } from '../../shared/postgres/start-render.ts'
import { testDatabase } from '../../shared/testing/test-database.ts'
import {
  publishTestRender,
  startTestRender,
  type TestRender,
} from '../../shared/testing/test-render.ts'
import { readTwice, readUnended } from './judge-rows.ts'

// The judge itself is judged: each thing it looks for is done by hand.

async function publish(sql: Sql): Promise<TestRender> {
  const render = await startTestRender(sql)
  await sql.begin((tx) => publishTestRender(tx, render))
  return render
}

async function addHistory(sql: Sql, renderId: string, kinds: string[]): Promise<void> {
  for (const [position, kind] of kinds.entries()) {
    await sql`
      insert into job_history
        (id, kind, lane, account_id, render_id, outcome, attempts, crashes, created_at)
      values (
        ${1000 + position}, ${kind}, 'standard', gen_random_uuid(), ${renderId}, 'done', 1, 0,
        clock_timestamp()
      )`
  }
}

test('a draft that is rendered twice, one after the other, is as it should be', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { draftId, accountId, renderId } = await publish(sql)
  await sql`insert into render_parts (render_id, position, kind, first_frame, frame_count)
    values (${renderId}, 0, 'chunk', 0, 60)`
  await addHistory(sql, renderId, ['plan', 'chunk', 'assemble'])
  const again = await startRender(sql, { id: draftId, accountId })
  if (again.outcome !== 'started') throw new Error('Cannot start the render')
  expect(await readUnended(sql)).toEqual([again.renderId])

  await sql.begin((tx) => publishTestRender(tx, { draftId, accountId, renderId: again.renderId }))

  expect(await readUnended(sql)).toEqual([])
  expect(await readTwice(sql)).toEqual([])
})

test.each([['plan'], ['chunk'], ['assemble']])(
  'a second %s of one render is found',
  async (kind) => {
    await using database = await testDatabase()
    const { sql } = database
    const { renderId } = await publish(sql)
    await sql`insert into render_parts (render_id, position, kind, first_frame, frame_count)
    values (${renderId}, 0, 'chunk', 0, 60)`
    await addHistory(sql, renderId, ['plan', 'chunk', 'assemble', kind])

    expect(await readTwice(sql)).toEqual([{ reason: 'work done twice', id: renderId }])
  },
)

test('a second output of one render is found', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { renderId } = await publish(sql)
  await sql`alter table outputs drop constraint outputs_one_per_render`
  await sql`
    insert into outputs (
      render_id, draft_id, video_file, poster_file, sha256, bytes, frame_count, fps, width, height
    )
    select render_id, draft_id, 'w', 'p', '', 1, 60, 30, 1080, 1920 from outputs`

  expect(await readTwice(sql)).toContainEqual({
    reason: 'several outputs of one render',
    id: renderId,
  })
})

test('two renders of a draft at the same time are found', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { draftId, accountId } = await startTestRender(sql)
  await sql`drop index renders_one_running_per_draft`
  const [second] = await sql<{ id: string }[]>`
    insert into renders (draft_id, account_id, props, script_hash, frame_count)
    values (${draftId}, ${accountId}, '{}', '', 60)
    returning id`

  expect(await readTwice(sql)).toEqual([{ reason: 'two renders at once', id: second?.id }])
})

test('a draft that does not show its last done render is found', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { draftId } = await publish(sql)
  await sql`update drafts set output_id = null`

  expect(await readTwice(sql)).toEqual([
    { reason: 'another video than that of the last done render', id: draftId },
  ])
})
