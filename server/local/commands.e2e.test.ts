import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { until } from '../../shared/process/until.ts'

// The commands of the README as their users run them, with a folder of their own.

const run = promisify(execFile)
const page = `<!doctype html><html lang="en"><title>Halden kettles</title><body><main>
<h1>Halden kettles</h1><p>Halden kettles boil a litre of water in 58 seconds.</p></main></body></html>`
const started: ChildProcess[] = []
let folder = ''

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'makara-local-'))
})
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

function environment(more: Record<string, string> = {}): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env
  return { PATH, HOME, DATA_FOLDER: join(folder, 'data'), PORT: '0', ...more }
}

function startCommand(more: Record<string, string> = {}, args: string[] = ['start']) {
  const child = spawn(process.execPath, ['server/local/run.mjs', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment(more),
  })
  started.push(child)
  const output = { text: '' }
  child.stdout.on('data', (text: Buffer) => {
    output.text += String(text)
  })
  child.stderr.on('data', (text: Buffer) => {
    output.text += String(text)
  })
  return { child, output }
}

async function serverPid(): Promise<number> {
  const lines = (await readFile(join(folder, 'data/logs/server.log'), 'utf8')).trim().split('\n')
  const startedLine = lines
    .map((line) => JSON.parse(line))
    .findLast((line) => line.event === 'server.started')
  return startedLine.pid
}

/** Processes whose environment or arguments name the test's folder. */
async function leftovers(): Promise<string[]> {
  const { stdout } = await run('ps', ['-eo', 'args=', 'e'], { maxBuffer: 64 * 1024 * 1024 })
  return stdout.split('\n').filter((line) => line.includes(folder) && !line.startsWith('ps '))
}

function admin(...args: string[]) {
  return run(process.execPath, ['--import', 'tsx', 'server/admin/admin-main.ts', ...args], {
    env: environment(),
  })
}

/** What a newcomer may do beside `npm start`, without any setting. */
async function expectOperatorBeside(origin: string): Promise<void> {
  expect((await admin('dead', 'list')).stdout).toBe('There is no dead job.\n')
  const { stdout } = await admin('account', 'list')
  expect(JSON.parse(stdout)).toMatchObject({ name: 'Local', balance: 100, isOperator: true })
  const created = await admin('account', 'create', 'Ada')
  expect(created.stdout).toContain(`${origin}/sign-in?token=`)
  const apiKey = (await readFile(join(folder, 'data/api-key'), 'utf8')).trim()
  const authorization = `Bearer ${apiKey}`
  const list = await fetch(`${origin}/v1/admin/dead-jobs`, { headers: { authorization } })
  expect(list.status).toBe(200)
  expect((await stat(join(folder, 'data/run.json'))).mode & 0o777).toBe(0o600)
}

test('a page becomes a verified MP4 and its manifest with one command', async () => {
  const html = join(folder, 'page.html')
  const output = join(folder, 'new folder', 'my video.mp4')
  await writeFile(html, page)

  const { stdout } = await run(
    process.execPath,
    ['server/local/run.mjs', 'video', html, '-o', output, '--format', 'promo', '--json'],
    { env: environment() },
  )

  const manifest = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
  const video = await readFile(output)
  expect(createHash('sha256').update(video).digest('hex')).toBe(manifest.sha256)
  expect(JSON.parse(await readFile(output.replace('.mp4', '.manifest.json'), 'utf8'))).toEqual(
    manifest,
  )
  expect(manifest.probe.indexFirst).toBe(true)
  expect(manifest.probe.streams[0]).toMatchObject({
    codec_name: 'h264',
    width: 1080,
    height: 1920,
    pix_fmt: 'yuv420p',
    color_space: 'bt709',
    avg_frame_rate: '30/1',
    nb_read_frames: String(manifest.frameCount),
  })
  expect(await leftovers()).toEqual([])
})

test('a page that cannot become a video is one sentence and a non-zero exit code', async () => {
  const html = join(folder, 'empty.html')
  await writeFile(html, '<!doctype html><title></title>')
  const command = ['server/local/run.mjs', 'video', html, '-o', join(folder, 'out.mp4')]

  const failed = await run(process.execPath, command, { env: environment() }).catch(
    (error) => error,
  )

  expect(failed.code).toBe(1)
  expect(failed.stderr.trim().split('\n').at(-1)).toMatch(/^[A-Z].*\.$/)
  expect(failed.stderr).not.toMatch(/\bat .*:\d+:\d+/)
  expect(await leftovers()).toEqual([])
})

test('an interrupted video cancels its render, as often as the signal comes', async () => {
  const html = join(folder, 'page.html')
  await writeFile(html, page)
  const { child, output } = startCommand({}, ['video', html, '-o', join(folder, 'out.mp4')])
  await until('frames are drawn', () => /[1-9]0 % {2}rendering/.test(output.text), {
    withinMs: 60_000,
  })

  const exit = once(child, 'exit')
  child.kill('SIGINT')
  child.kill('SIGINT')

  expect(await exit).toEqual([130, null])
  expect(output.text.trim().split('\n').at(-1)).toBe('Cancelled.')
  const log = await readFile(join(folder, 'data/logs/node.log'), 'utf8')
  expect(log).toContain('"end":"cancelled"')
  expect(await leftovers()).toEqual([])
})

test('start tells where it runs, replaces a killed server, and ends without a trace', async () => {
  const { child, output } = startCommand()
  await until('it tells where it runs', () => output.text.includes('Ctrl-C stops it.'))
  const origin = /Makara runs at (\S+)/.exec(output.text)?.[1] ?? ''
  expect(output.text).toContain(`${origin}/sign-in?token=`)
  const second = await run(process.execPath, ['server/local/run.mjs', 'start'], {
    env: environment(),
  }).catch((error) => error)
  expect(second.stderr).toContain(`Makara runs from this folder already: ${origin}`)
  const link = await run(process.execPath, ['server/local/run.mjs', 'sign-in'], {
    env: environment(),
  })
  const signedIn = await fetch(link.stdout.trim())
  expect(signedIn.headers.get('set-cookie')).toContain('HttpOnly; SameSite=Strict')

  await expectOperatorBeside(origin)

  process.kill(await serverPid(), 'SIGKILL')
  await until('another server answers there', async () => (await fetch(`${origin}/healthz`)).ok)

  const exit = once(child, 'exit')
  child.kill('SIGINT')
  expect(await exit).toEqual([0, null])
  expect(await leftovers()).toEqual([])
})

test('a taken port is a sentence, not a stack', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const address = holder.address()
  const port = String(typeof address === 'object' ? address?.port : '')

  const { child, output } = startCommand({ PORT: port })

  expect(await once(child, 'exit')).toEqual([1, null])
  expect(output.text).toContain(`127.0.0.1:${port}`)
  expect(output.text).not.toMatch(/\bat .*:\d+:\d+/)
  expect(await leftovers()).toEqual([])
  holder.close()
})
