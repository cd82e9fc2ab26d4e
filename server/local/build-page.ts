import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Builds the browser page into `dist/page`, unless it is built from these very sources already. */
export async function buildPage(root: string): Promise<void> {
  const stamp = await hashOfSources(root)
  const stampFile = join(root, 'dist/page.sources')
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === stamp) return
  await promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'],
    { cwd: root, maxBuffer: 16 * 1024 * 1024 },
  )
  await writeFile(stampFile, stamp)
}

async function hashOfSources(root: string): Promise<string> {
  const page = await readdir(join(root, 'server/page'), { withFileTypes: true, recursive: true })
  const shared = await readdir(join(root, 'shared'), { withFileTypes: true })
  const files = [...page, ...shared]
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const hash = createHash('sha256')
  for (const file of [
    ...files,
    join(root, 'vite.config.ts'),
    join(root, 'package-lock.json'),
  ].toSorted()) {
    hash.update(`${file.slice(root.length)}\0`).update(await readFile(file))
  }
  return hash.digest('hex')
}
