import type { Fault } from '../../problem.ts'
import type { Sql } from '../connect.ts'
import { workMsOf } from '../end-jobs.ts'
import { endRender } from '../end-render.ts'

type OverdueRender = { id: string; stage: string; workMs: number }

/**
 * Ends renders on which the nodes have worked longer than `deadlineMinutes`, all together; waiting
 * counts nothing, and a redriven render begins anew. Returns how many.
 */
export async function endOverdueRenders(
  sql: Sql,
  options: { deadlineMinutes: number },
): Promise<number> {
  const { deadlineMinutes } = options
  let count = 0
  for (const { id, stage, workMs } of await overdueRenders(sql, deadlineMinutes * 60_000)) {
    const fault = faultOf(stage, deadlineMinutes)
    const evidence = { workMs, deadlineMinutes }
    const hasEnded = await sql.begin((tx) =>
      endRender(tx, id, { state: 'failed', fault, evidence }),
    )
    if (hasEnded) count++
  }
  return count
}

async function overdueRenders(sql: Sql, deadlineMs: number): Promise<OverdueRender[]> {
  return sql<OverdueRender[]>`
    select id, stage, past.ms + present.ms as "workMs"
    from
      renders,
      lateral (
        select coalesce(sum(job_history.work_ms), 0)::bigint as ms
        from job_history
        where job_history.render_id = renders.id
          and job_history.finished_at >= renders.life_began_at
      ) as past,
      lateral (
        select coalesce(sum(${workMsOf(sql)}), 0)::bigint as ms
        from jobs
        where jobs.render_id = renders.id
      ) as present
    where renders.state in ('queued', 'processing') and past.ms + present.ms > ${deadlineMs}
    order by id`
}

function faultOf(stage: string, deadlineMinutes: number): Fault {
  return {
    code: 'render_deadline',
    sentence: `The video was not finished within ${deadlineMinutes} minutes of work.`,
    stage,
    retryable: true,
  }
}
