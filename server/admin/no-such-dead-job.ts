import { isJobKind, jobKinds } from '../../shared/job-kinds.ts'
import type { DeadJobs } from '../../shared/postgres/dead-letters.ts'

/** Why nothing is done about dead jobs that somebody named. */
export function noSuchDeadJob(which: Exclude<DeadJobs, 'all'>): string {
  if ('id' in which) return `No dead job has the id ${which.id}.`
  if (isJobKind(which.kind)) return `No job of the kind ${which.kind} is dead.`
  return `There is no such kind of job: the kinds are ${Object.keys(jobKinds).join(', ')}.`
}
