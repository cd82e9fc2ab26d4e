import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
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

  await folder.announce('http://127.0.0.1:3210')
  expect(await folder.readRun()).toEqual({ pid: process.pid, origin: 'http://127.0.0.1:3210' })
  await folder.release()
  expect(await folder.claim()).toBe(true)
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
