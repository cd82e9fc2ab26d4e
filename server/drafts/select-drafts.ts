import type postgres from 'postgres'
import * as v from 'valibot'
import type { Brand } from '../../shared/brand.ts'
import type { Draft } from '../../shared/draft.ts'
import type { Sql, Transaction } from '../../shared/postgres/connect.ts'
import { renderAsJson, type RenderJson, renderSnapshotOf } from '../renders/render-as-json.ts'

/** A place in the list, newest first: microseconds since 1970, then the id. */
export const listPositionSchema = v.strictObject({
  createdMicros: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  id: v.pipe(v.string(), v.uuid()),
})
export type ListPosition = v.InferOutput<typeof listPositionSchema>

export type ListedDraft = { draft: Draft; position: ListPosition }

/** Reads drafts with their published video and newest render, all as of one moment. */
export async function selectDrafts(
  sql: Sql | Transaction,
  rest: postgres.Fragment,
): Promise<ListedDraft[]> {
  const rows = await sql<DraftRow[]>`
    select
      id, state, title, format, language, brand, sound, source_kind, source_url, script, script_by,
      fault, version, created_at, updated_at,
      (extract(epoch from created_at) * 1000000)::bigint as created_micros,
      (
        select ${outputAsJson(sql)} from outputs where outputs.id = drafts.output_id
      ) as output,
      (
        select ${renderAsJson(sql)} from renders
        where renders.draft_id = drafts.id
        order by renders.created_at desc, renders.id desc
        limit 1
      ) as render
    from drafts
    ${rest}`
  return rows.map((row) => ({
    draft: draftOf(row),
    position: { createdMicros: row.created_micros, id: row.id },
  }))
}

type OutputJson = {
  render_id: string
  bytes: number
  sha256: string
  frame_count: number
  fps: number
  width: number
  height: number
  documented: boolean
  published_at: string
}

type DraftRow = {
  id: string
  state: Draft['state']
  title: string
  format: Draft['format']
  language: Draft['language']
  brand: Brand
  sound: boolean
  source_kind: Draft['source']['kind']
  source_url: string | null
  script: Draft['script']
  script_by: Draft['scriptBy']
  fault: Draft['fault']
  version: number
  created_at: Date
  updated_at: Date
  created_micros: number
  output: OutputJson | null
  render: RenderJson | null
}

function outputAsJson(sql: Sql | Transaction) {
  return sql`
    jsonb_build_object(
      'render_id', outputs.render_id,
      'bytes', outputs.bytes,
      'sha256', outputs.sha256,
      'frame_count', outputs.frame_count,
      'fps', outputs.fps,
      'width', outputs.width,
      'height', outputs.height,
      'documented', outputs.manifest_file is not null,
      'published_at', outputs.published_at
    )`
}

function draftOf(row: DraftRow): Draft {
  return {
    id: row.id,
    state: row.state,
    title: row.title,
    format: row.format,
    language: row.language,
    brand: row.brand,
    sound: row.sound,
    source: { kind: row.source_kind, url: row.source_url },
    script: row.script,
    scriptBy: row.script_by,
    fault: row.fault,
    video: row.output && videoOf(row.id, row.output),
    render: row.render && renderSnapshotOf(row.render),
    version: row.version,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

function videoOf(draftId: string, output: OutputJson): NonNullable<Draft['video']> {
  return {
    url: `/v1/drafts/${draftId}/video`,
    posterUrl: `/v1/drafts/${draftId}/poster`,
    manifestUrl: `/v1/drafts/${draftId}/manifest`,
    renderId: output.render_id,
    bytes: output.bytes,
    sha256: output.sha256,
    durationSeconds: output.frame_count / output.fps,
    width: output.width,
    height: output.height,
    documented: output.documented,
    publishedAt: new Date(output.published_at).toISOString(),
  }
}
