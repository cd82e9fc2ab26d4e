/** Recurring work. Of all processes that know a task of this name, one at a time does one run. */
export type ScheduledTask = {
  name: string
  /** Between the starts of two runs. Runs that were missed are not made up for. */
  everyMs: number
  run: (signal: AbortSignal) => Promise<unknown>
  /**
   * For a task that concludes something from others' silence: not run until the database has been
   * within reach of this process for so long since it last was not.
   */
  patienceMs?: number
  /** A process that has just started is patient too, not only one that lost the database. */
  isPatientAtStart?: boolean
}
