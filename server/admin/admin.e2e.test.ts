import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { accountOfApiKey } from '../../shared/postgres/create-account.ts'
import { typescriptCommand } from '../../shared/process/typescript-command.ts'
import { testDatabase } from '../../shared/testing/test-database.ts'
import { insertAccount, insertNewDraft } from '../../shared/testing/test-rows.ts'

const [program, ...start] = typescriptCommand(new URL('admin-main.ts', import.meta.url))

async function admin(url: string, ...args: string[]) {
  const environment = { PATH: process.env.PATH, DATA_FOLDER: tmpdir(), DATABASE_URL: url }
  const ended = await promisify(execFile)(program, [...start, ...args], { env: environment }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  )
  return { code: ended.code, stdout: ended.stdout, stderr: ended.stderr }
}

test('an operator makes an account, sees a dead job and gives it another life', async () => {
  await using database = await testDatabase()
  const { sql, url } = database

  const account = await admin(url, 'account', 'create', 'Ada')
  const apiKey = /mk_\S+/.exec(account.stdout)?.[0] ?? ''
  expect(await accountOfApiKey(sql, apiKey)).toEqual({
    accountId: /Account: (\S+)/.exec(account.stdout)?.[1],
    isOperator: false,
  })
  expect(account.stdout).toContain('/sign-in?token=')

  const accountId = await insertAccount(sql)
  await insertNewDraft(sql, { accountId, html: '<p>a' })
  await sql`
    with dead as (delete from jobs returning *)
    insert into dead_letters
      (id, kind, lane, account_id, draft_id, payload, attempts, crashes, error, created_at)
    select id, kind, lane, account_id, draft_id, payload, 3, 0, '{"code": "fetch_timeout"}', created_at
    from dead`
  await sql`update drafts set state = 'failed', fault = '{}'`

  const list = await admin(url, 'dead', 'list')
  const dead = JSON.parse(list.stdout)
  expect(dead).toMatchObject({ kind: 'script', code: 'fetch_timeout', attempts: 3 })
  const redrive = await admin(url, 'dead', 'redrive', String(dead.id))
  const [job] = await sql<{ id: number }[]>`select id, kind, state from jobs`
  expect(job).toMatchObject({ kind: 'script', state: 'queued' })
  expect(JSON.parse(redrive.stdout)).toMatchObject({ outcome: 'redriven', newJobIds: [job?.id] })

  const again = await admin(url, 'dead', 'redrive', String(dead.id))
  expect(again.code).toBe(1)
  expect(JSON.parse(again.stdout)).toMatchObject({ outcome: 'answered already' })
  const never = await admin(url, 'dead', 'dismiss', '999')
  expect(never).toMatchObject({ code: 1, stderr: 'No dead job has the id 999.\n' })
  const unknown = await admin(url, 'dead', 'redrive', '--kind', 'chunkk')
  expect(unknown).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^There is no such kind of job: the kinds are script, .*\.\n$/),
  })
  const empty = await admin(url, 'dead', 'list')
  expect(empty).toMatchObject({ code: 0, stdout: 'There is no dead job.\n' })
  const none = await admin(url, 'dead', 'redrive', '--all')
  expect(none).toMatchObject({ code: 0, stdout: 'There is no dead job.\n' })
})

test('an operator gives an account credits, and another account the right to operate', async () => {
  await using database = await testDatabase()
  const { sql, url } = database
  const made = await admin(url, 'account', 'create', 'Bea', '--operator')
  const accountId = /Account: (\S+)/.exec(made.stdout)?.[1] ?? ''

  const grant = await admin(url, 'account', 'grant', accountId, '25', 'for May')
  expect(grant).toEqual({
    code: 0,
    stdout: `{"accountId":"${accountId}","balance":125}\n`,
    stderr: '',
  })
  const list = await admin(url, 'account', 'list')
  expect(JSON.parse(list.stdout)).toMatchObject({
    id: accountId,
    name: 'Bea',
    balance: 125,
    isOperator: true,
  })
  expect(await sql`select kind, amount, note from ledger order by created_at`).toEqual([
    { kind: 'grant', amount: 100, note: 'first credits' },
    { kind: 'grant', amount: 25, note: 'for May' },
  ])
  expect(await sql`select * from invariants`).toEqual([])

  const unknown = await admin(url, 'account', 'grant', accountId.replace(/^./, 'x'), '25')
  expect(unknown).toMatchObject({
    code: 1,
    stderr: 'That is not the id of an account: see `account list`.\n',
  })
  const nobody = '00000000-0000-0000-0000-000000000000'
  expect(await admin(url, 'account', 'grant', nobody, '25')).toMatchObject({
    code: 1,
    stderr: 'There is no such account: see `account list`.\n',
  })
})

test('a command that does not fit, or a database that is not there, is a sentence', async () => {
  expect(await admin('postgres://127.0.0.1:1/x', 'dead', 'lst')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no command dead lst.'),
  })
  const away = await admin('postgres://127.0.0.1:1/x', 'dead', 'list')
  expect(away.code).toBe(1)
  expect(away.stderr).toBe(
    'Cannot use the database at 127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1\n',
  )
  const nowhere = await admin('', 'dead', 'list')
  expect(nowhere).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^No Makara runs from this folder: start it with `npm start`, .*\.\n$/,
    ),
  })
})
