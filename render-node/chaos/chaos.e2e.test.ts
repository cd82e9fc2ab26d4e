import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { typescriptCommand } from '../../shared/process/typescript-command.ts'

const counts = v.record(v.string(), v.number())
const verdictSchema = v.object({
  accepted: v.number(),
  done: v.number(),
  cancelled: v.number(),
  lost: v.number(),
  published_twice: v.number(),
  invariant_rows: v.number(),
  orphan_processes: v.number(),
  broken_promises: counts,
  kills: v.number(),
  kills_by_sort: counts,
  max_takeover_s: v.number(),
})

// One seed, so that the same things go wrong in the same order each time.
const seed = '7'

/** The last line of the run, also of one that ends badly. */
async function runChaos(args: string[]): Promise<v.InferOutput<typeof verdictSchema>> {
  const [program, ...command] = typescriptCommand(new URL('chaos-main.ts', import.meta.url))
  const run = promisify(execFile)(program, [...command, ...args, '--json'])
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  process.stdout.write(stdout)
  return v.parse(verdictSchema, JSON.parse(stdout.trim().split('\n').at(-1) ?? ''))
}

test('whatever is killed, paused or cut, nothing is lost, published twice or left behind', async () => {
  const verdict = await runChaos(['--seconds', '45', '--seed', seed])

  expect(verdict).toMatchObject({
    lost: 0,
    published_twice: 0,
    invariant_rows: 0,
    orphan_processes: 0,
    broken_promises: {},
  })
  expect(verdict.accepted).toBeGreaterThanOrEqual(15)
  expect(verdict.done).toBeGreaterThanOrEqual(8)
  expect(verdict.cancelled).toBeGreaterThanOrEqual(1)
  expect(verdict.kills).toBeGreaterThanOrEqual(18)
  expect(Object.entries(verdict.kills_by_sort).filter(([, count]) => count === 0)).toEqual([])
  expect(verdict.max_takeover_s).toBeGreaterThan(2)
})
