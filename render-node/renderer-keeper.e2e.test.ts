import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removeFolder } from '../shared/process/remove-folder.ts'
import { parseNodeConfig } from './config.ts'
import { RendererKeeper } from './renderer-keeper.ts'

test('a node whose browser is not there, or is none, takes no render, and says why', async () => {
  const mediaFolder = await mkdtemp(join(tmpdir(), 'makara-media-'))
  const environment = { DATABASE_URL: 'postgres://nowhere/none', MEDIA_FOLDER: mediaFolder }
  const { signal } = new AbortController()
  await using broken = new RendererKeeper(
    parseNodeConfig({ ...environment, MAKARA_BROWSER: join(mediaFolder, 'browser') }),
  )
  await using wrong = new RendererKeeper(
    parseNodeConfig({ ...environment, MAKARA_BROWSER: '/bin/false' }),
  )
  await using whole = new RendererKeeper(parseNodeConfig(environment))

  expect(await broken.prepare(signal)).toBe(false)
  expect(await broken.ready()).toBe(undefined)
  expect(broken.reason).toBe(`${join(mediaFolder, 'browser')} is gone.`)
  expect(await wrong.prepare(signal)).toBe(false)
  expect(await wrong.ready()).toBe(undefined)
  expect(wrong.reason).toBe(
    'The browser and the compositions cannot be prepared: The browser did not start.',
  )
  expect(await whole.prepare(signal)).toBe(true)
  expect((await whole.ready())?.prepared.browserProgram).toContain('chromium')
  expect(whole.reason).toBe(null)
  await removeFolder(mediaFolder)
})
