import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { removeFolder } from '../../shared/process/remove-folder.ts'

/** Folder for what a lease writes before anything of it is final; on the media folder's disk. */
export function candidateFolder(
  mediaFolder: string,
  job: { renderId: string; token: string },
): string {
  return join(mediaFolder, job.renderId, `.tmp-${job.token}`)
}

/** SHA-256 (hex) and size of a file. */
export async function fingerprint(file: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return { sha256: hash.digest('hex'), bytes: (await stat(file)).size }
}

/**
 * Gives a finished file its final, immutable name, so that it survives a power cut: file and folder
 * are flushed around the rename. `name` is relative to the media folder.
 */
export async function moveIntoPlace(
  file: string,
  mediaFolder: string,
  name: string,
): Promise<void> {
  const target = join(mediaFolder, name)
  await mkdir(dirname(target), { recursive: true })
  await flush(file)
  await rename(file, target)
  await flush(dirname(target))
}

/** Removes what a published render no longer needs: its parts, and what dead nodes left unfinished. */
export async function removeWorkFiles(mediaFolder: string, renderId: string): Promise<void> {
  const names = await readdir(join(mediaFolder, renderId))
  const work = names.filter((name) => name === 'parts' || name.startsWith('.tmp-'))
  await Promise.all(work.map((name) => removeFolder(join(mediaFolder, renderId, name))))
}

async function flush(path: string): Promise<void> {
  await using handle = await open(path, 'r')
  await handle.sync()
}
