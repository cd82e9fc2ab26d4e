import type { Sql } from '../../shared/postgres/connect.ts'

/** A part of a render that is rendered and stored; `file` is relative to the media folder. */
export type PartFile = {
  position: number
  kind: 'chunk' | 'sound'
  file: string
  sha256: string
  firstFrame: number
  frameCount: number
  workMs: number
}

/** The stored parts of a render, in order. */
export async function readParts(sql: Sql, renderId: string): Promise<PartFile[]> {
  return sql<PartFile[]>`
    select position, kind, file, sha256, first_frame as "firstFrame", frame_count as "frameCount", work_ms as "workMs"
    from render_parts
    where render_id = ${renderId} and file is not null
    order by position`
}

/** The job that renders a part. */
export function partJobOf(part: {
  kind: 'chunk' | 'sound'
  position: number
  firstFrame: number
}): { kind: 'chunk' | 'sound'; position: number; firstFrame: number } {
  const { kind, position, firstFrame } = part
  return { kind, position, firstFrame }
}
