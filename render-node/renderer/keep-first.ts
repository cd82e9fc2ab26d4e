import { access, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Makes a folder once, however many processes try: each fills a folder of its own and the first to
 * rename it wins. Returns `file`, which lies in the folder, as soon as it is there.
 */
export async function keepFirst(
  file: string,
  folder: string,
  fill: (temporaryFolder: string) => Promise<void>,
): Promise<string> {
  if (await exists(file)) return file
  await mkdir(dirname(folder), { recursive: true })
  const temporaryFolder = await mkdtemp(join(dirname(folder), `.${basename(folder)}-`))
  await fill(temporaryFolder)
  await rename(temporaryFolder, folder).catch(async (error) => {
    await rm(temporaryFolder, { recursive: true, force: true })
    if (!(await exists(file))) throw error
  })
  return file
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
