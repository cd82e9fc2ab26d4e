import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { basename, dirname, resolve, sep } from 'node:path'
import type { OpenFile } from './open-file.ts'

const chunkBytes = 256 * 1024

/**
 * Opens a regular file below a folder. Symbolic links, folders, pipes and whatever lies outside of
 * the folder answer undefined, as a file that does not exist does.
 */
export async function openFileInside(folder: string, path: string): Promise<OpenFile | undefined> {
  const file = await openWithoutLinks(folder, path).catch(undefinedIfAbsent)
  if (!file) return undefined
  const stat = await file.stat()
  if (!stat.isFile()) {
    await file.close()
    return undefined
  }
  return {
    bytes: stat.size,
    stream: (range) => streamOf(file, range),
    close: () => file.close(),
  }
}

async function openWithoutLinks(folder: string, path: string): Promise<FileHandle | undefined> {
  const root = await realpath(folder)
  const wanted = resolve(root, path)
  const parent = await realpath(dirname(wanted))
  if (parent !== root && !parent.startsWith(root + sep)) return undefined
  // A pipe without a writer would hold a thread for ever if it were opened without O_NONBLOCK.
  return open(
    resolve(parent, basename(wanted)),
    constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
  )
}

const absentCodes = new Set([
  'ENOENT',
  'ENOTDIR',
  'ELOOP',
  'ENXIO',
  'EACCES',
  'ENAMETOOLONG',
  'EISDIR',
  // A path with NUL in it.
  'ERR_INVALID_ARG_VALUE',
])

function undefinedIfAbsent(error: unknown): undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (!absentCodes.has(code)) throw error
}

function streamOf(
  file: FileHandle,
  range: { first: number; last: number },
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let position = range.first
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const length = Math.min(chunkBytes, range.last + 1 - position)
        const chunk = new Uint8Array(length)
        const { bytesRead } = await file.read(chunk, 0, length, position).catch(closeAndThrow)
        if (bytesRead === 0) await closeAndThrow(new Error('Cannot read on: the file has shrunk'))
        position += bytesRead
        controller.enqueue(chunk.subarray(0, bytesRead))
        if (position > range.last) {
          controller.close()
          await file.close()
        }
      },
      cancel: () => file.close(),
    },
    { highWaterMark: 0 },
  )

  async function closeAndThrow(error: unknown): Promise<never> {
    await file.close()
    throw error
  }
}
