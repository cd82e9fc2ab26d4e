import { createHash } from 'node:crypto'
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { ensureBrowser } from '@remotion/renderer'
import * as v from 'valibot'
import { keepFirst } from './keep-first.ts'

// No name is ever looked up and no address but this machine's is reached: a composition gets its
// files from the asset server on loopback, so a script cannot make the browser call anybody.
const closedEgress = '--host-resolver-rules="MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1"'

/**
 * The browser to render with: the given one, else the Chromium that ships inside an npm package
 * (Linux x64), else the one that Remotion downloads. The answer is a wrapper that closes its egress.
 */
export async function prepareBrowser(dataFolder: string, given?: string): Promise<string> {
  const executable = given ?? (await packagedChromium(dataFolder)) ?? (await downloadedBrowser())
  const folder = resolve(dataFolder, 'browser')
  await mkdir(folder, { recursive: true })
  const script = `#!/bin/sh\nexec "${executable}" ${closedEgress} "$@"\n`
  const wrapper = join(
    folder,
    `${createHash('sha256').update(script).digest('hex').slice(0, 16)}.sh`,
  )
  const unfinished = `${wrapper}.${process.pid}`
  await writeFile(unfinished, script)
  await chmod(unfinished, 0o755)
  await rename(unfinished, wrapper)
  return wrapper
}

async function packagedChromium(dataFolder: string): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  const folder = resolve(dataFolder, 'browser', await packagedVersion())
  return keepFirst(join(folder, 'chromium'), folder, async (unpackFolder) => {
    // The package unpacks to the system's temporary folder, wherever that is at this moment.
    // oxlint-disable-next-line node/no-process-env
    process.env.TMPDIR = unpackFolder
    const { default: chromium } = await import('@sparticuz/chromium')
    await chromium.executablePath()
  })
}

// The package does not export its package.json; the file lies two folders above its entry.
async function packagedVersion(): Promise<string> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const text = await readFile(join(dirname(entry), '../../package.json'), 'utf8')
  return v.parse(v.object({ version: v.string() }), JSON.parse(text)).version
}

async function downloadedBrowser(): Promise<string> {
  const status = await ensureBrowser()
  if ('path' in status) return status.path
  throw new Error('Cannot find a browser: set MAKARA_BROWSER')
}
