import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultBrand } from '../../shared/brand.ts'
import { typescriptCommand } from '../../shared/process/typescript-command.ts'
import { until } from '../../shared/process/until.ts'
import { testScript } from '../../shared/testing/test-rows.ts'
import { videoPropsOf } from '../../shared/video-props.ts'
import { findOrphans } from '../chaos/find-orphans.ts'
import { listProcesses } from '../chaos/list-processes.ts'
import { Renderer } from './renderer.ts'
import type { RendererTask } from './renderer-protocol.ts'

// With a stand-in for the pixels: it is about the processes.

const entry = new URL('../chaos/stand-in/renderer-main.ts', import.meta.url)
const { signal } = new AbortController()
const props = videoPropsOf({
  format: 'promo',
  language: 'en',
  brand: defaultBrand,
  sound: true,
  script: testScript(),
})
const select: RendererTask = { kind: 'select', bundleFolder: '', format: 'promo', props }

let dataFolder: string
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'makara-data-'))
})
afterAll(() => rm(dataFolder, { recursive: true, force: true }))

function openStandIn(): Renderer {
  return new Renderer({ dataFolder, browserExecutable: process.execPath, entry })
}

async function rendererPid(): Promise<number> {
  const ofThisTest = (await listProcesses()).find(
    ({ parent, environment }) => parent === process.pid && environment.includes(dataFolder),
  )
  if (!ofThisTest) throw new Error('There is no renderer')
  return ofThisTest.pid
}

test('a renderer that was killed between two tasks is replaced, and the next task is done', async () => {
  await using renderer = openStandIn()
  await renderer.perform(select, { signal })
  const first = await rendererPid()

  process.kill(first, 'SIGKILL')
  await until('it is gone', async () => (await listProcesses()).every(({ pid }) => pid !== first))

  expect(await renderer.perform(select, { signal })).toMatchObject({ durationInFrames: 60 })
  expect(await rendererPid()).not.toBe(first)
})

test('a browser that does not start is the fault of the machine, not of the task', async () => {
  let isTold = false
  await using renderer = new Renderer({
    dataFolder,
    browserExecutable: '/bin/false',
    onBrowserNotStarted: () => {
      isTold = true
    },
  })

  await expect(renderer.perform(select, { signal })).rejects.toMatchObject({
    code: 'browser_not_started',
    retryable: true,
    isFree: true,
  })
  expect(isTold).toBe(true)
})

test('a renderer that is killed while it works fails its task as crashed, and leaves nothing', async () => {
  const renderer = openStandIn()
  await renderer.perform(select, { signal })
  const pid = await rendererPid()
  const performed = renderer.perform(select, { signal })
  process.kill(pid, 'SIGKILL')

  await expect(performed).rejects.toMatchObject({ code: 'renderer_crashed', retryable: true })
  expect(await findOrphans(dataFolder, [])).toEqual([])
})

test.each([0, 150, 300, 450])(
  'a renderer whose node dies %i ms after its start ends, with its browser',
  async (afterMs) => {
    const [program, ...args] = typescriptCommand(entry)
    const child = spawn(program, args, {
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { HOME: dataFolder },
    })
    await once(child, 'spawn')
    setTimeout(() => child.disconnect(), afterMs)

    await once(child, 'exit')
    await until('nothing is left', async () => (await findOrphans(dataFolder, [])).length === 0)
    expect(child.signalCode).toBe('SIGKILL')
  },
)
