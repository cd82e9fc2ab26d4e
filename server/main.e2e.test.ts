import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { typescriptCommand } from '../shared/process/typescript-command.ts'
import { testDatabase } from '../shared/testing/test-database.ts'

type Run = { child: ChildProcess; stdout: () => string; stderr: () => string; exit: Promise<Exit> }
type Exit = { code: number | null; signal: string | null }

function runServer(environment: Record<string, string>): Run {
  const [program, ...args] = typescriptCommand(new URL('main.ts', import.meta.url))
  const env = { PATH: process.env.PATH, MEDIA_FOLDER: '.', PORT: '0', ...environment }
  const child = spawn(program, args, { env, stdio: 'pipe' })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (text) => {
    stdout += text
  })
  child.stderr.on('data', (text) => {
    stderr += text
  })
  const exit = once(child, 'close').then(([code, signal]): Exit => ({ code, signal }))
  return { child, stdout: () => stdout, stderr: () => stderr, exit }
}

async function originOf(run: Run): Promise<string> {
  while (!run.stdout().includes('server.started')) {
    await Promise.race([once(run.child.stdout ?? run.child, 'data'), run.exit])
  }
  return JSON.parse(run.stdout().split('\n')[0] ?? '').origin
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s stops the server cleanly, with clients still connected',
  async (signal) => {
    await using database = await testDatabase()
    const run = runServer({ DATABASE_URL: database.url })
    const origin = await originOf(run)
    expect(await (await fetch(`${origin}/healthz`)).json()).toEqual({ status: 'ok' })
    const startedAt = performance.now()
    run.child.kill(signal)

    expect(await run.exit).toEqual({ code: 0, signal: null })
    expect(performance.now() - startedAt).toBeLessThan(5000)
    expect(run.stderr()).toBe('')
  },
)

test('the server stops when its starter has died, where that is wanted', async () => {
  await using database = await testDatabase()
  const run = runServer({ DATABASE_URL: database.url, MAKARA_ENDS_WITH_PARENT: '1' })
  await originOf(run)
  run.child.stdin?.end()

  expect(await run.exit).toEqual({ code: 0, signal: null })
})

test('a taken port ends the server with one sentence and code 1', async () => {
  await using database = await testDatabase()
  const first = runServer({ DATABASE_URL: database.url })
  const { port } = new URL(await originOf(first))
  const second = runServer({ DATABASE_URL: database.url, PORT: port })

  expect(await second.exit).toEqual({ code: 1, signal: null })
  expect(second.stderr()).toBe(
    `Cannot listen on 127.0.0.1:${port}: the port is taken. Set PORT to another one.\n`,
  )
  first.child.kill('SIGTERM')
  await first.exit
})

test('settings that do not fit end the server with a sentence each and code 1', async () => {
  const run = runServer({ PORT: 'x' })

  expect(await run.exit).toEqual({ code: 1, signal: null })
  expect(run.stderr().trim().split('\n')).toEqual([
    'PORT must be a number from 0 to 65535.',
    'DATABASE_URL is missing: set it to postgres://user:password@host:port/database.',
  ])
})
