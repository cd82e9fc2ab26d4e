import type { BenchDatabases } from './bench-databases.ts'
import { type ContestantName, contestantNames } from './contestant.ts'
import { contestants, type Figures, type MeasureName } from './measure.ts'
import { measureIdle } from './measure-idle.ts'
import { percentile } from './percentile.ts'
import type { BenchSizes } from './queue-bench-sizes.ts'
import { startIdleNode } from './start-idle-node.ts'
import { measureApart, startMeasure } from './start-measure.ts'

export type Tell = (sentence: string) => void
type ByContestant<T> = Record<ContestantName, T>

/** A migrated database of each queue, to copy. */
export async function makeTemplates(databases: BenchDatabases): Promise<ByContestant<string>> {
  const [ours, graphile] = [await databases.create(), await databases.create()]
  await contestants.ours.migrate(ours)
  await contestants.graphile.migrate(graphile)
  return { ours, graphile }
}

/** Takes a measurement of both in turns, each in a process and a database of its own: medians. */
export async function compareQueues(
  name: MeasureName,
  options: {
    databases: BenchDatabases
    templates: ByContestant<string>
    sizes: BenchSizes
    tell: Tell
  },
): Promise<ByContestant<Figures>> {
  const { databases, templates, sizes, tell } = options
  const taken: ByContestant<Figures[]> = { ours: [], graphile: [] }
  for (let repetition = 0; repetition < sizes.repetitions; repetition++) {
    const order = repetition % 2 === 0 ? contestantNames : contestantNames.toReversed()
    for (const contestant of order) {
      const figures = await databases.withCopy(templates[contestant], (url) =>
        measureApart({ name, contestant, url, sizes }),
      )
      tell(`${name} ${contestant} ${JSON.stringify(figures)}`)
      taken[contestant].push(figures)
    }
  }
  return { ours: medians(taken.ours), graphile: medians(taken.graphile) }
}

function medians(taken: Figures[]): Figures {
  const names = Object.keys(taken[0] ?? {})
  const valuesOf = (name: string) => taken.map((figures) => figures[name] ?? Number.NaN)
  return Object.fromEntries(names.map((name) => [name, percentile(valuesOf(name), 0.5)]))
}

/** Counts what idle processes ask, both at the same time: a whole render node, and a worker. */
export async function compareIdle(options: {
  databases: BenchDatabases
  templates: ByContestant<string>
  sizes: BenchSizes
  tell: Tell
  environment: Record<string, string>
}): Promise<ByContestant<Figures>> {
  const { databases, templates, sizes, tell, environment } = options
  const seconds = sizes.idleSeconds
  const measureOne = async (
    contestant: ContestantName,
    start: (url: string) => Promise<AsyncDisposable>,
  ): Promise<Figures> =>
    databases.withCopy(templates[contestant], async (copyUrl) => {
      const { statementsPerSecond, statements } = await measureIdle(copyUrl, { seconds, start })
      tell(`idle ${contestant} ${statementsPerSecond} ${JSON.stringify(statements, null, 2)}`)
      return { statementsPerSecond }
    })
  const [ours, graphile] = await Promise.all([
    measureOne('ours', (url) => startIdleNode(url, environment)),
    measureOne('graphile', (url) => startIdleGraphile(url, sizes)),
  ])
  return { ours, graphile }
}

async function startIdleGraphile(url: string, sizes: BenchSizes): Promise<AsyncDisposable> {
  const child = startMeasure({ name: 'idle', contestant: 'graphile', url, sizes })
  await child.figures
  return child
}
