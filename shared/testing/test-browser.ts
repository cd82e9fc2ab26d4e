import { mkdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import packaged from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright-core'

/** A real Chromium, the one that renders too. It plays H.264. */
export async function openTestBrowser(): Promise<Browser> {
  const folder = resolve('.makara/test-browser')
  await mkdir(folder, { recursive: true })
  // The package unpacks itself into the system's temporary folder.
  const { TMPDIR } = process.env
  process.env.TMPDIR = folder
  const executablePath = await packaged.executablePath()
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
  return chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'],
  })
}
