import type { Sql, Transaction } from '../connect.ts'
import { buryJobs, type JobError } from '../end-jobs.ts'
import { endRenders } from '../end-render.ts'
import { failDraft } from '../fail-draft.ts'

const waitMinutes = 30
// A node says every five seconds that it is there.
const silentSeconds = 40
const batchSize = 200

const noNode: JobError = {
  code: 'no_node',
  sentence: `For ${waitMinutes} minutes there was no machine for this kind of work.`,
  evidence: null,
}

/**
 * Gives up jobs that have waited for 30 minutes in a lane where nothing was claimed in that time and
 * for which no node is there, and fails their renders and drafts. Where one node lives or one claim
 * was made, all go on waiting. Returns how many jobs were given up.
 */
export async function sweepLanes(sql: Sql, signal: AbortSignal): Promise<number> {
  for (let count = 0; ; ) {
    const swept = await sql.begin((tx) => sweepBatch(tx))
    count += swept
    if (swept < batchSize || signal.aborted) return count
  }
}

async function sweepBatch(tx: Transaction): Promise<number> {
  const dead = await buryJobs(tx, await abandonedJobs(tx), noNode)
  const renders = new Map(dead.flatMap((job) => (job.renderId ? [[job.renderId, job.kind]] : [])))
  await endRenders(
    tx,
    [...renders].map(([renderId, kind]) => ({
      renderId,
      end: { state: 'failed', fault: faultOf(kind), evidence: noNode },
    })),
  )
  for (const { draftId, renderId, kind } of dead) {
    if (draftId && !renderId) await failDraft(tx, draftId, faultOf(kind))
  }
  return dead.length
}

// Deaths count as claims, except those of an earlier sweep.
async function abandonedJobs(tx: Transaction): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    with span as materialized (
      select clock_timestamp() - make_interval(mins => ${waitMinutes}) as began
    ),
    deserted as materialized (
      select lane
      from lanes, span
      where
        not exists (
          select from nodes
          where nodes.state in ('ready', 'draining')
            and nodes.seen_at > clock_timestamp() - make_interval(secs => ${silentSeconds})
            and (nodes.slots ->> lanes.lane)::integer > 0
        )
        and not exists (
          select from jobs
          where jobs.lane = lanes.lane
            and (jobs.state = 'processing' or jobs.claimed_at > span.began)
        )
        and not exists (
          select from job_history
          where job_history.lane = lanes.lane
            and job_history.finished_at > span.began
            and job_history.claimed_at > span.began
        )
        and not exists (
          select from dead_letters
          where dead_letters.lane = lanes.lane
            and dead_letters.died_at > span.began
            and dead_letters.error ->> 'code' <> ${noNode.code}
        )
    )
    select id
    from jobs
    where state = 'queued'
      and lane in (select lane from deserted)
      and run_at < (select began from span)
    order by id
    limit ${batchSize}
    for update skip locked`
  return rows.map((row) => row.id)
}

function faultOf(kind: string) {
  const { code, sentence } = noNode
  return { code, sentence, stage: kind, retryable: true }
}
