import type { DeadJobAnswer } from '../../../shared/postgres/dead-letters.ts'
import type { Lane } from '../../../shared/job-kinds.ts'
import type { Sql } from '../../../shared/postgres/connect.ts'
import type { RenderLane } from '../../../shared/render.ts'

export type SeenJob = {
  key: string
  id: number
  kind: string
  lane: Lane
  state: 'scheduled' | 'queued' | 'processing' | 'parked'
  draftId: string
  renderId: string | null
  owner: string | null
  token: string | null
  isLapsed: boolean
  attempts: number
  attemptsMax: number
  crashes: number
  handBacks: number
  cancelRequested: boolean
}

export type SeenPart = { position: number; kind: string; isStored: boolean }

export type SeenRender = {
  id: string
  draftId: string
  accountId: string
  lane: RenderLane
  state: 'running' | 'done' | 'failed' | 'cancelled'
  isPublishing: boolean
  life: number
  price: number
  cancelRequested: boolean
  sceneFrames: number[]
  parts: SeenPart[]
  /** Changes with any of the row's columns. */
  fingerprint: string
}

export type EndedJob = {
  id: number
  kind: string
  draftId: string
  renderId: string | null
  /** `dead` until it is answered. */
  outcome: 'done' | 'moot' | 'cancelled' | 'refused' | 'dead' | DeadJobAnswer
}

/** All that the queue consists of at one moment, renders in the order they were started. */
export type Snapshot = {
  jobs: SeenJob[]
  renders: SeenRender[]
  drafts: { id: string; state: string }[]
  accounts: { id: string; balance: number }[]
  ended: EndedJob[]
  brokenRules: { rule: string; subject: string }[]
}

export async function readSnapshot(sql: Sql): Promise<Snapshot> {
  const [snapshot] = await sql<Snapshot[]>`
    select
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'key', unique_key, 'id', id, 'kind', kind, 'lane', lane, 'state', state,
          'draftId', draft_id, 'renderId', render_id, 'owner', lease_owner, 'token', lease_token,
          'isLapsed', coalesce(lease_expires_at < clock_timestamp(), false),
          'attempts', attempts, 'attemptsMax', attempts_max, 'crashes', crashes,
          'handBacks', hand_backs, 'cancelRequested', cancel_requested
        )), '[]')
        from jobs
      ) as jobs,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'draftId', draft_id, 'accountId', account_id, 'lane', lane,
          'state', case when state in ('queued', 'processing') then 'running' else state end,
          'isPublishing', stage = 'publishing', 'life', life, 'price', price,
          'cancelRequested', cancel_requested_at is not null,
          'sceneFrames', jsonb_path_query_array(props, '$.scenes[*].frameCount'),
          'parts', (
            select coalesce(jsonb_agg(jsonb_build_object(
              'position', position, 'kind', kind, 'isStored', file is not null
            ) order by position), '[]')
            from render_parts where render_id = renders.id
          ),
          'fingerprint', md5(renders::text)
        ) order by created_at), '[]')
        from renders
      ) as renders,
      (
        select jsonb_agg(jsonb_build_object('id', id, 'state', state)) from drafts
      ) as drafts,
      (
        select jsonb_agg(jsonb_build_object('id', id, 'balance', balance)) from accounts
      ) as accounts,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'kind', kind, 'draftId', draft_id, 'renderId', render_id, 'outcome', outcome
        )), '[]')
        from (
          select id, kind, draft_id, render_id, outcome from job_history
          union all
          select id, kind, draft_id, render_id, coalesce(answer, 'dead') from dead_letters
        ) as ended
      ) as ended,
      (select coalesce(jsonb_agg(invariants), '[]') from invariants) as "brokenRules"`
  if (!snapshot) throw new Error('Cannot read the queue')
  return { ...snapshot, drafts: snapshot.drafts ?? [], accounts: snapshot.accounts ?? [] }
}
