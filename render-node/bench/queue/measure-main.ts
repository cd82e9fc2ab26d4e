import { contestants, type MeasureTask, measure } from './measure.ts'

// One measurement, as a process of its own: its parent sends what to measure and gets the figures.
// `idle` begins a worker that runs until the parent lets go.

process.once('message', (task: MeasureTask) => void answer(task))

async function answer(task: MeasureTask): Promise<void> {
  if (task.name === 'idle') return idle(task)
  const figures = await measure(task.name, task)
  process.send?.(figures, () => process.disconnect())
}

async function idle({ contestant, url, sizes }: MeasureTask): Promise<void> {
  const { concurrency } = sizes
  const worker = await contestants[contestant].startWorker(url, { concurrency, onStart: () => {} })
  process.once('disconnect', () => void worker[Symbol.asyncDispose]())
  process.send?.({})
}
