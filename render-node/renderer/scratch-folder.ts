import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { removeFolder } from '../../shared/process/remove-folder.ts'
import { isProcessAlive } from '../../shared/process/is-process-alive.ts'

/** A renderer's folder for temporary files; its name tells which process answers for it. */
export function scratchFolder(dataFolder: string, name: string): string {
  return resolve(dataFolder, 'scratch', `${process.pid}-${name}`)
}

/** Removes what node processes of this machine left behind that were killed. */
export async function removeAbandonedScratch(dataFolder: string): Promise<void> {
  const scratch = resolve(dataFolder, 'scratch')
  const names = await readdir(scratch).catch(() => [])
  const abandoned = names.filter((name) => !isProcessAlive(Number(name.split('-')[0])))
  await Promise.all(abandoned.map((name) => removeFolder(join(scratch, name))))
}
