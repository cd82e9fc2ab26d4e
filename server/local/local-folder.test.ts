import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { LocalFolder } from './local-folder.ts'

let path = ''
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'makara-folder-'))
})
afterEach(() => rm(path, { recursive: true, force: true }))

test('a folder is claimed once, and again after its release', async () => {
  const folder = new LocalFolder(path)
  expect(await folder.claim()).toBe(true)
  expect(await folder.claim()).toBe(false)

  const place = { origin: 'http://127.0.0.1:3210', databaseUrl: 'postgres://makara:x@127.0.0.1/x' }
  await folder.announce(place)
  expect(await folder.readRun()).toEqual({ pid: process.pid, ...place })
  await folder.release()
  expect(await folder.claim()).toBe(true)
})

test('what the run file says, a password among it, is for this user only', async () => {
  const folder = new LocalFolder(path)
  const modeOf = async () => (await stat(join(path, 'run.json'))).mode & 0o777
  await folder.claim()
  expect(await modeOf()).toBe(0o600)
  await chmod(join(path, 'run.json'), 0o666)

  await folder.announce({ origin: 'http://127.0.0.1:3210', databaseUrl: 'postgres://a:b@c/d' })

  expect(await modeOf()).toBe(0o600)
  expect(await readdir(path)).toEqual(['run.json'])
})

test.each(['', '{', '{"pid":-1,"origin":null}', '{"pid":1e300,"origin":null}', '[]'])(
  'a run file that says %j holds nobody up',
  async (text) => {
    await writeFile(join(path, 'run.json'), text)
    expect(await new LocalFolder(path).claim()).toBe(true)
  },
)

test('the number of a dead Makara that another program has now holds nobody up', async () => {
  const other = spawn('sleep', ['60'])
  await writeFile(join(path, 'run.json'), JSON.stringify({ pid: other.pid, origin: null }))

  expect(await new LocalFolder(path).claim()).toBe(true)
  other.kill()
})
