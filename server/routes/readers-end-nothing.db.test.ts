import { expect, test } from 'vitest'
import type { Sql } from '../../shared/postgres/connect.ts'
import { holdJobs, lapseLeases, startRenderOf } from '../../shared/testing/test-render.ts'
import { openTestApp } from '../testing/open-test-app.ts'

/** Everything about renders and jobs that a reader could have changed. */
async function everything(sql: Sql) {
  return {
    renders: await sql`select * from renders order by id`,
    jobs: await sql`select * from jobs order by id`,
    drafts: await sql`select * from drafts order by id`,
    ledger: await sql`select * from ledger order by id`,
    dead: await sql`select * from dead_letters`,
  }
}

test('whoever looks at a render that is long overdue, silent and without a node ends nothing', async () => {
  await using app = await openTestApp()
  const { sql, accountId } = app
  const silent = await startRenderOf(sql, accountId)
  await holdJobs(sql, silent.renderId)
  await lapseLeases(sql)
  const waiting = await startRenderOf(sql, accountId)
  await sql`
    update renders
    set
      created_at = created_at - interval '3 days',
      started_at = created_at - interval '3 days',
      last_sign_at = last_sign_at - interval '3 days'`
  await sql`update jobs set run_at = run_at - interval '3 days', work_ms = 100000000`
  const before = await everything(sql)

  for (const { draftId, renderId } of [silent, waiting]) {
    const paths = [
      '/v1/drafts',
      `/v1/drafts/${draftId}`,
      `/v1/drafts/${draftId}/video`,
      `/v1/drafts/${draftId}/events`,
      `/v1/renders/${renderId}`,
      `/v1/renders/${renderId}/events`,
    ]
    for (const path of paths) {
      const answer = await app.send(path)
      expect([200, 404]).toContain(answer.status)
      if (path.endsWith('/events')) await answer.body?.getReader().read()
      await answer.body?.cancel().catch(() => undefined)
      await app.send(path, { method: 'HEAD' })
    }
  }

  expect(await everything(sql)).toEqual(before)
})
