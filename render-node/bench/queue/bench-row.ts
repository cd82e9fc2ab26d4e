import { createHash } from 'node:crypto'
import type { JobRow } from '../../../shared/postgres/insert-jobs.ts'

export const benchLane = 'standard'
export const benchKind = 'chunk'
const accountCount = 100
// As in a backlog; see write-backlog.ts.
const chunksPerRender = 20

/** A job as a render's chunks are: it belongs to somebody and is in every index. */
export function benchRow(number: number): JobRow {
  const render = Math.floor(number / chunksPerRender)
  return {
    kind: benchKind,
    lane: benchLane,
    accountId: uuidOf(`account ${render % accountCount}`),
    draftId: uuidOf(`draft ${render}`),
    renderId: uuidOf(`render ${render}`),
    payload: { position: number },
    uniqueKey: `chunk:${number}`,
    attemptsMax: 3,
  }
}

function uuidOf(name: string): string {
  return createHash('md5')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
