import { access, mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PreparedRenderer } from './renderer/prepare-renderer.ts'

// A video of a minute with its parts takes some tens of MB; below this somebody has to look.
const freeBytesMin = 500 * 1024 ** 2

/** Why a node should take no render now: what it needs is gone, or it has nowhere to write. */
export type NotReady = { reason: string; mustPrepare: boolean }

/** A cheap look, before every claim, at what each render of this node would need. */
export async function whyNotReady(
  prepared: PreparedRenderer,
  mediaFolder: string,
): Promise<NotReady | undefined> {
  const { bundleFolder, browserExecutable, browserProgram, ffprobe } = prepared
  const needed = [join(bundleFolder, 'index.html'), browserExecutable, browserProgram, ffprobe]
  const missing = await firstMissing(needed)
  if (missing) return { reason: `${missing} is gone.`, mustPrepare: true }
  const reason = await whyNotWritable(mediaFolder)
  return reason === undefined ? undefined : { reason, mustPrepare: false }
}

async function firstMissing(files: string[]): Promise<string | undefined> {
  for (const file of files) {
    const found = await access(file).then(
      () => true,
      () => false,
    )
    if (!found) return file
  }
  return undefined
}

async function whyNotWritable(mediaFolder: string): Promise<string | undefined> {
  try {
    await mkdir(mediaFolder, { recursive: true })
    const { bavail, bsize } = await statfs(mediaFolder)
    const freeBytes = bavail * bsize
    if (freeBytes < freeBytesMin) {
      return `The media folder has ${Math.floor(freeBytes / 1024 ** 2)} MiB left.`
    }
    const probe = join(mediaFolder, `.probe-${process.pid}`)
    await writeFile(probe, '')
    await rm(probe)
    return undefined
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error'
    return `The media folder cannot be written: ${code}.`
  }
}
