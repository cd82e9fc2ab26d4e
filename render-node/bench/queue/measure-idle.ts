import { setTimeout as delay } from 'node:timers/promises'
import { StatementCounter } from './statement-counter.ts'

// What a process does once, when it starts, is not idling.
const settleMs = 5000

/** Statements per second that a worker process without any job sends, and which. */
export async function measureIdle(
  url: string,
  { seconds, start }: { seconds: number; start: (url: string) => Promise<AsyncDisposable> },
): Promise<{ statementsPerSecond: number; statements: Record<string, number> }> {
  await using counter = await StatementCounter.open(url)
  await using _process = await start(counter.url)
  await delay(settleMs)
  counter.counts.clear()
  const from = performance.now()
  await delay(seconds * 1000)
  const passed = (performance.now() - from) / 1000
  const statements = [...counter.counts].map(([text, count]) => [shortened(text), count] as const)
  return {
    statementsPerSecond: counter.total / passed,
    statements: Object.fromEntries(statements.toSorted((a, b) => b[1] - a[1])),
  }
}

function shortened(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 80)
}
