import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'

/** What a video is made from: a page's address, or an HTML file's bytes. */
export type VideoSource =
  | { kind: 'url'; url: string }
  | { kind: 'html'; name: string; bytes: Uint8Array<ArrayBuffer> }

const bytesMax = 2 * 1024 * 1024

/**
 * Takes the argument of `npm run video` as an address or reads it as an HTML file.
 * @throws with one sentence when it is neither.
 */
export async function readSource(argument: string): Promise<VideoSource> {
  if (/^https?:\/\//i.test(argument)) return { kind: 'url', url: argument }
  if (!/\.html?$/i.test(argument)) {
    throw new Error(`${argument} is neither a web address (https://…) nor an HTML file (….html).`)
  }
  const bytes = await readFile(argument).catch(() => {
    throw new Error(`Cannot read ${argument}.`)
  })
  if (bytes.length > bytesMax) throw new Error(`${argument} has more than 2 MiB.`)
  return { kind: 'html', name: basename(argument), bytes: new Uint8Array(bytes) }
}
