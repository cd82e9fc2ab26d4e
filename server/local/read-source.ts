import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { htmlBytesMax } from '../../shared/draft.ts'

/** What a video is made from: a page's address, or an HTML file's bytes. */
export type VideoSource =
  | { kind: 'url'; url: string }
  | { kind: 'html'; name: string; bytes: Uint8Array<ArrayBuffer> }

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
  if (bytes.length > htmlBytesMax) throw new Error(`${argument} has more than 2 MiB.`)
  return { kind: 'html', name: basename(argument), bytes: new Uint8Array(bytes) }
}
