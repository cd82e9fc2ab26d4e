/** A queue as the bench uses it. Jobs carry a number and do nothing but say that they began. */
export type Contestant = {
  /** Prepares an empty database. */
  migrate: (url: string) => Promise<void>
  openFeed: (url: string) => Promise<Feed>
  /** Resolves when it takes jobs. */
  startWorker: (url: string, options: WorkerOptions) => Promise<AsyncDisposable>
  /** How many jobs have not ended, as SQL. */
  unfinishedCount: string
}

export type WorkerOptions = { concurrency: number; onStart: (number: number) => void }

export type Feed = AsyncDisposable & {
  /** Puts one job in the queue; resolves when it is there for good. */
  add: (number: number) => Promise<void>
  /** Puts many in, however. */
  fill: (count: number) => Promise<void>
}

export const contestantNames = ['ours', 'graphile'] as const
export type ContestantName = (typeof contestantNames)[number]
