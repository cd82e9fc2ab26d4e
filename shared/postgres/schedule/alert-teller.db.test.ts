import { expect, test } from 'vitest'
import { freePort } from '../../process/free-port.ts'
import { AlertReceiver } from '../../testing/alert-receiver.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { insertAccount, insertNewDraft } from '../../testing/test-rows.ts'
import { startTestRender } from '../../testing/test-render.ts'
import type { Sql } from '../connect.ts'
import { dismissDeadJobs } from '../dead-letters.ts'
import { redriveDeadJobs } from '../redrive-dead-jobs.ts'
import { AlertTeller } from './alert-teller.ts'
import { recordRuleAlerts } from './record-alerts.ts'

const never = new AbortController().signal

type Logged = { event: string; fields: Record<string, unknown> }

function tellerOf(sql: Sql, options: { url?: string; timeoutMs?: number } = {}) {
  const logged: Logged[] = []
  const { url, ...more } = options
  const teller = new AlertTeller({
    sql,
    alerts: { url, owner: 'Ada' },
    log: (event, fields = {}) => void logged.push({ event, fields }),
    ...more,
  })
  return { logged, pass: () => teller.pass(never), events: () => logged.map(({ event }) => event) }
}

async function killJob(sql: Sql, kind = 'chunk'): Promise<void> {
  await sql`
    insert into dead_letters (id, kind, lane, account_id, payload, attempts, crashes, error, created_at)
    values (
      (select count(*) from dead_letters), ${kind}, 'standard', gen_random_uuid(), '{}', 3, 0,
      '{"code": "encoder_failed"}', now()
    )`
}

/** Lets minutes pass for everything that alerts look at. */
async function letPass(sql: Sql, minutes: number): Promise<void> {
  const ago = sql`make_interval(mins => ${minutes})`
  await sql`update dead_letters set died_at = died_at - ${ago}`
  await sql`
    update alerts
    set
      raised_at = raised_at - ${ago}, told_at = told_at - ${ago}, recovered_at = recovered_at - ${ago}`
}

test('dead jobs are told once with their owner, and that it is over when no more die', async () => {
  await using database = await testDatabase()
  await using receiver = await AlertReceiver.open()
  const { sql } = database
  const { pass, logged, events } = tellerOf(sql, { url: receiver.url })
  await pass()
  expect(receiver.received).toEqual([])
  await killJob(sql)
  await killJob(sql)
  await killJob(sql, 'script')

  await pass()
  await pass()
  expect(receiver.received).toHaveLength(2)
  expect(receiver.received[0]).toEqual({
    event: 'alert.raised',
    name: 'dead:chunk',
    owner: 'Ada',
    sentence:
      'Jobs of the kind chunk were given up: 2 within 15 minutes, the last one with the code encoder_failed.',
    raisedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  })
  expect(logged[0]).toMatchObject({
    event: 'alert.raised',
    fields: { name: 'dead:chunk', owner: 'Ada' },
  })

  await letPass(sql, 14)
  await pass()
  expect(events()).toEqual(['alert.raised', 'alert.raised'])
  await letPass(sql, 2)
  await pass()
  await pass()
  expect(receiver.events.slice(2).toSorted()).toEqual([
    'alert.recovered dead:chunk',
    'alert.recovered dead:script',
  ])
  expect(events()).toHaveLength(4)
})

test('what lasts is told again after 15 minutes, and what comes again at once', async () => {
  await using database = await testDatabase()
  await using receiver = await AlertReceiver.open()
  const { sql } = database
  const { pass, events } = tellerOf(sql, { url: receiver.url })
  await killJob(sql)
  await pass()
  await letPass(sql, 10)
  await killJob(sql)
  await pass()
  expect(receiver.received).toHaveLength(1)
  await letPass(sql, 6)
  await pass()
  await pass()
  expect(receiver.events).toEqual(['alert.raised dead:chunk', 'alert.raised dead:chunk'])
  expect(receiver.received[1]?.raisedAt).not.toBe(undefined)

  await sql`delete from dead_letters`
  await pass()
  await killJob(sql)
  await pass()
  expect(events()).toEqual(['alert.raised', 'alert.raised', 'alert.recovered', 'alert.raised'])
})

test('when all dead jobs of a kind are redriven the alert is over once they succeed', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { pass, events } = tellerOf(sql)
  const accountId = await insertAccount(sql)
  await insertNewDraft(sql, { accountId, html: '<p>a' })
  await sql`
    with dead as (delete from jobs returning *)
    insert into dead_letters (id, kind, lane, account_id, draft_id, payload, attempts, crashes, error, created_at)
    select id, kind, lane, account_id, draft_id, payload, 3, 0, '{"code": "x"}', created_at from dead`
  await sql`update drafts set state = 'failed', fault = '{}'`
  await pass()
  await redriveDeadJobs(sql, 'all')
  await pass()
  expect(events()).toEqual(['alert.raised'])

  await sql`delete from jobs`
  await pass()
  expect(events()).toEqual(['alert.raised', 'alert.recovered'])
})

test('when they are dismissed the alert is over', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { pass, events } = tellerOf(sql)
  await killJob(sql)
  await killJob(sql)
  await pass()
  await dismissDeadJobs(sql, { id: 0 })
  await pass()
  expect(events()).toEqual(['alert.raised'])

  await dismissDeadJobs(sql, 'all')
  await pass()
  expect(events()).toEqual(['alert.raised', 'alert.recovered'])
})

test('a job that waits longer than its lane allows is told, and half of it ends the alert', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { pass, logged, events } = tellerOf(sql)
  await startTestRender(sql)
  const letWait = (seconds: number) =>
    sql`update jobs set run_at = clock_timestamp() - make_interval(secs => ${seconds})`
  await letWait(590)
  await pass()
  expect(events()).toEqual([])

  await letWait(610)
  await pass()
  await letWait(500)
  await pass()
  expect(logged).toEqual([
    {
      event: 'alert.raised',
      fields: expect.objectContaining({
        name: 'late:standard',
        sentence:
          'Jobs of the lane standard wait too long: 1 wait, the oldest for 610 s; the objective is 600 s.',
      }),
    },
  ])
  await letWait(290)
  await pass()
  expect(events()).toEqual(['alert.raised', 'alert.recovered'])
})

test('a broken rule is told, and that it holds again', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const { pass, logged, events } = tellerOf(sql)
  const accountId = await insertAccount(sql)
  await sql`update accounts set balance = balance + 1`
  await recordRuleAlerts(sql)
  await pass()
  expect(logged[0]?.fields).toMatchObject({
    name: 'broken:balance differs from the ledger',
    sentence: `A rule is broken: balance differs from the ledger (1 times, such as ${accountId}).`,
  })
  await sql`update accounts set balance = balance - 1`
  await pass()
  expect(events()).toEqual(['alert.raised'])

  await recordRuleAlerts(sql)
  await pass()

  expect(events()).toEqual(['alert.raised', 'alert.recovered'])
})

test.each([500, 302, 404])('an answer of %i is tried again at the next pass', async (status) => {
  await using database = await testDatabase()
  await using receiver = await AlertReceiver.open()
  const { sql } = database
  const { pass, logged, events } = tellerOf(sql, { url: receiver.url })
  await killJob(sql)
  receiver.answer = status
  await pass()
  await pass()
  receiver.answer = 200
  await pass()
  await pass()

  expect(receiver.received).toHaveLength(3)
  expect(events()).toEqual(['alert.raised', 'alert.undelivered', 'alert.undelivered'])
  expect(logged[1]?.fields).toMatchObject({ name: 'dead:chunk', reason: `HTTP ${status}` })
})

test('a receiver that does not answer is given up, and its address never logged', async () => {
  await using database = await testDatabase()
  await using receiver = await AlertReceiver.open()
  const { sql } = database
  const { pass, logged } = tellerOf(sql, { url: receiver.url, timeoutMs: 50 })
  await killJob(sql)
  receiver.answer = 'never'
  await pass()
  const away = tellerOf(sql, { url: `http://127.0.0.1:${await freePort()}/hook?secret=s3cret` })
  await away.pass()
  receiver.answer = 200
  await pass()

  expect(receiver.received).toHaveLength(2)
  expect(logged.at(-1)?.fields.reason).toBe('TimeoutError')
  expect(away.logged.at(-1)?.fields.reason).toBe('ECONNREFUSED')
  expect(JSON.stringify([logged, away.logged])).not.toContain('s3cret')
})

test('what was over before anybody could be told is told all the same', async () => {
  await using database = await testDatabase()
  await using receiver = await AlertReceiver.open()
  const { sql } = database
  const { pass } = tellerOf(sql, { url: receiver.url })
  await killJob(sql)
  receiver.answer = 500
  await pass()
  await sql`delete from dead_letters`
  await pass()
  receiver.answer = 200
  receiver.received.length = 0
  await pass()
  await pass()
  await pass()

  expect(receiver.events).toEqual(['alert.raised dead:chunk', 'alert.recovered dead:chunk'])
})
