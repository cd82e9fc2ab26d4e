import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundle } from '@remotion/bundler'
import { writePublicFolder } from '../../compositions/public-folder.ts'
import { keepFirst } from './keep-first.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

export type Bundle = { bundleHash: string; bundleFolder: string }

/** The compositions as a folder that a browser can open, made once per release under `bundles/<hash>`. */
export async function prepareBundle(dataFolder: string): Promise<Bundle> {
  const bundleHash = await hashOfSources()
  const bundleFolder = resolve(dataFolder, 'bundles', bundleHash)
  await keepFirst(join(bundleFolder, 'index.html'), bundleFolder, async (folder) => {
    const publicDir = `${folder}-public`
    await mkdir(publicDir, { recursive: true })
    await writePublicFolder(publicDir)
    await bundle({
      entryPoint: join(root, 'compositions/entry-main.tsx'),
      outDir: folder,
      publicDir,
      enableCaching: false,
    })
    await rm(publicDir, { recursive: true })
  })
  return { bundleHash, bundleFolder }
}

async function hashOfSources(): Promise<string> {
  const files = [
    ...(await filesBelow(join(root, 'compositions'))),
    ...(await readdir(join(root, 'shared'))).map((name) => join(root, 'shared', name)),
    join(root, 'package-lock.json'),
  ].filter((file) => /(?<!\.test)\.(tsx?|css|json)$/.test(file))
  const hash = createHash('sha256')
  for (const file of files.toSorted()) {
    hash.update(`${relative(root, file)}\0`).update(await readFile(file))
  }
  return hash.digest('hex').slice(0, 32)
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}
