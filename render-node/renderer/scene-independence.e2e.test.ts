import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultBrand } from '../../shared/brand.ts'
import { formats } from '../../shared/format.ts'
import { testScript } from '../../shared/testing/test-rows.ts'
import { type VideoProps, videoPropsOf } from '../../shared/video-props.ts'
import { type PreparedRenderer, prepareRenderer } from './prepare-renderer.ts'
import { Renderer } from './renderer.ts'

const { signal } = new AbortController()
let folder = ''
let prepared: PreparedRenderer
let renderer: Renderer

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'makara-stills-'))
  prepared = await prepareRenderer({ dataFolder: '.makara', browser: undefined, signal })
  const { browserExecutable } = prepared
  renderer = new Renderer({ dataFolder: '.makara', browserExecutable })
})
afterAll(async () => {
  await renderer[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

async function frameOf(props: VideoProps, frame: number): Promise<Buffer> {
  const { bundleFolder } = prepared
  const composition = await renderer.perform(
    { kind: 'select', bundleFolder, format: props.format, props },
    { signal },
  )
  if (!composition) throw new Error('No composition')
  const file = join(folder, 'frame.jpg')
  await renderer.perform(
    { kind: 'still', bundleFolder, composition, props, frame, file },
    { signal },
  )
  return readFile(file)
}

test.each(formats)('a scene of $id looks the same whatever its neighbours are', async ({ id }) => {
  const script = testScript({ sceneCount: 3 })
  const all = videoPropsOf({
    format: id,
    language: 'en',
    brand: defaultBrand,
    sound: false,
    script,
  })

  const alone = await frameOf({ ...all, scenes: all.scenes.slice(1, 2) }, 20)

  expect((await frameOf(all, 30 + 20)).equals(alone)).toBe(true)
  expect((await frameOf(all, 20)).equals(alone)).toBe(false)
})
