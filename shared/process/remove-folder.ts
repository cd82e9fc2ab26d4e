import { rm } from 'node:fs/promises'

/**
 * Removes a folder with all that is in it, if it is there. A process that has just been killed may
 * still finish a write below it, so a folder that is not empty after all is tried again for a while.
 */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
}
