import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import * as v from 'valibot'
import { keepFirst } from './keep-first.ts'

const run = promisify(execFile)
const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
const packageFolder = join(dirname(entry), '../..')

/** A browser's program, and where it finds libraries that this system lacks. */
export type BrowserProgram = { executable: string; libraryFolder?: string }

/** Unpacks the packaged Chromium once per version, with the few libraries a slim system may lack. */
export async function unpackChromium(dataFolder: string): Promise<BrowserProgram> {
  const folder = resolve(dataFolder, 'browser', await packagedVersion())
  const executable = await keepFirst(join(folder, 'chromium'), folder, async (unpackFolder) => {
    await unpackLibraries(unpackFolder)
    await unpackProgram(unpackFolder)
  })
  const starts = await run(executable, ['--version']).then(
    () => true,
    () => false,
  )
  return starts ? { executable } : { executable, libraryFolder: join(folder, 'lib') }
}

async function unpackProgram(folder: string): Promise<void> {
  // The package unpacks to the system's temporary folder, wherever that is at this moment.
  // oxlint-disable-next-line node/no-process-env
  process.env.TMPDIR = folder
  const { default: chromium } = await import('@sparticuz/chromium')
  await chromium.executablePath()
}

async function unpackLibraries(folder: string): Promise<void> {
  const packed = await readFile(join(packageFolder, 'bin/al2023.tar.br'))
  const archive = join(folder, 'lib.tar')
  await writeFile(archive, await promisify(brotliDecompress)(packed))
  await run('tar', ['-xf', archive, '-C', folder])
}

// The package does not export its package.json.
async function packagedVersion(): Promise<string> {
  const text = await readFile(join(packageFolder, 'package.json'), 'utf8')
  return v.parse(v.object({ version: v.string() }), JSON.parse(text)).version
}
