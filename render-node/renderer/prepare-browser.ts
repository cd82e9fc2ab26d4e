import { createHash } from 'node:crypto'
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ensureBrowser } from '@remotion/renderer'
import { type BrowserProgram, unpackChromium } from './unpack-chromium.ts'

// No name is ever looked up and no address but this machine's is reached: a composition gets its
// files from the asset server on loopback, so a script cannot make the browser call anybody.
const closedEgress = '--host-resolver-rules="MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1"'

type PreparedBrowser = { browserExecutable: string; browserProgram: string }

/**
 * The browser to render with: the given one, else the Chromium that ships inside an npm package
 * (Linux x64), else the one that Remotion downloads. The answer is a wrapper that closes its egress.
 */
export async function prepareBrowser(dataFolder: string, given?: string): Promise<PreparedBrowser> {
  const program = given ? { executable: given } : await ownBrowser(dataFolder)
  const script = wrapperOf(program)
  const folder = resolve(dataFolder, 'browser')
  await mkdir(folder, { recursive: true })
  const name = createHash('sha256').update(script).digest('hex').slice(0, 16)
  const wrapper = join(folder, `${name}.sh`)
  const unfinished = `${wrapper}.${process.pid}`
  await writeFile(unfinished, script)
  await chmod(unfinished, 0o755)
  await rename(unfinished, wrapper)
  return { browserExecutable: wrapper, browserProgram: program.executable }
}

async function ownBrowser(dataFolder: string): Promise<BrowserProgram> {
  if (process.platform === 'linux' && process.arch === 'x64') return unpackChromium(dataFolder)
  const status = await ensureBrowser()
  if ('path' in status) return { executable: status.path }
  throw new Error('Cannot find a browser: set MAKARA_BROWSER')
}

function wrapperOf({ executable, libraryFolder }: BrowserProgram): string {
  const libraries = libraryFolder ? `export LD_LIBRARY_PATH="${libraryFolder}"\n` : ''
  return `#!/bin/sh\n${libraries}exec "${executable}" ${closedEgress} "$@"\n`
}
