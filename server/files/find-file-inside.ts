import { constants } from 'node:fs'
import { type FileHandle, open, realpath } from 'node:fs/promises'
import { basename, dirname, resolve, sep } from 'node:path'
import type { ServedFile } from './served-file.ts'

const chunkBytes = 256 * 1024

/**
 * Finds a regular file below a folder. Symbolic links, folders, pipes and whatever lies outside of
 * the folder answer undefined, as a file that does not exist does.
 */
export async function findFileInside(
  folder: string,
  path: string,
): Promise<ServedFile | undefined> {
  const file = await openWithoutLinks(folder, path).catch(undefinedIfAbsent)
  if (!file) return undefined
  const stat = await file.stat()
  await file.close()
  if (!stat.isFile()) return undefined
  return {
    bytes: stat.size,
    stream: (range) => streamOf(() => openWithoutLinks(folder, path), range),
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

// A client may leave before anybody reads its answer, and then nothing would close an open file.
function streamOf(
  openFile: () => Promise<FileHandle | undefined>,
  range: { first: number; last: number },
): ReadableStream<Uint8Array<ArrayBuffer>> {
  let position = range.first
  let file: FileHandle | undefined
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          file ??= await openFile()
          const chunk = await readChunk(file, { position, end: range.last + 1 })
          position += chunk.length
          controller.enqueue(chunk)
          if (position <= range.last) return
          controller.close()
          await file?.close()
        } catch (error) {
          await file?.close()
          throw error
        }
      },
      cancel: () => file?.close(),
    },
    { highWaterMark: 0 },
  )
}

async function readChunk(
  file: FileHandle | undefined,
  part: { position: number; end: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const chunk = new Uint8Array(Math.min(chunkBytes, part.end - part.position))
  const read = await file?.read(chunk, 0, chunk.length, part.position)
  if (!read?.bytesRead) throw new Error('Cannot read on: the file has shrunk or is gone')
  return chunk.subarray(0, read.bytesRead)
}
