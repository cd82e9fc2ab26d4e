import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { accountOfApiKey } from '../../shared/postgres/create-account.ts'
import { typescriptCommand } from '../../shared/process/typescript-command.ts'
import { testDatabase } from '../../shared/testing/test-database.ts'
import { insertAccount, insertNewDraft } from '../../shared/testing/test-rows.ts'

const [program, ...start] = typescriptCommand(new URL('admin-main.ts', import.meta.url))

async function admin(url: string, ...args: string[]) {
  const environment = { PATH: process.env.PATH, DATABASE_URL: url }
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
  expect(await accountOfApiKey(sql, apiKey)).toBeDefined()
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
  expect(JSON.parse(redrive.stdout)).toMatchObject({ outcome: 'redriven' })
  expect(await sql`select kind, state from jobs`).toEqual([{ kind: 'script', state: 'queued' }])

  const again = await admin(url, 'dead', 'redrive', String(dead.id))
  expect(again).toMatchObject({ code: 1, stderr: 'There is no such dead job.\n' })
})

test('a command that does not fit, or a database that is not there, is a sentence', async () => {
  expect(await admin('postgres://127.0.0.1:1/x', 'dead', 'lst')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no command dead lst.'),
  })
  const away = await admin('postgres://127.0.0.1:1/x', 'dead', 'list')
  expect(away.code).toBe(1)
  expect(away.stderr).toBe('connect ECONNREFUSED 127.0.0.1:1\n')
})
