import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { typescriptCommand } from '../../../shared/process/typescript-command.ts'

// A few of the points, each with every action; `npm run faults` goes through all of them.
const points = ['claim.after', 'part.moved', 'publish.before-commit', 'settle.after-commit']

test('a node that dies, fails or stands still at its worst moments changes nothing', async () => {
  const [program, ...args] = typescriptCommand(new URL('faults-main.ts', import.meta.url))
  const only = points.flatMap((point) => ['--only', point])
  const run = promisify(execFile)(program, [...args, ...only, '--json'])
  const { stdout } = await run.catch((error: { stdout: string }) => error)
  process.stdout.write(stdout)

  const verdict: unknown = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')

  expect(verdict).toMatchObject({ cases: 12, passed: 12, failed: [] })
})
