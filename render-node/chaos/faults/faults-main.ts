import { parseArgs } from 'node:util'
import { surviveLostWrites } from '../../../shared/postgres/survive-lost-writes.ts'
import { faultPointNames } from '../../../shared/process/fault-point.ts'
import { helpAsked } from '../../../shared/process/help-asked.ts'
import { wordsOfError } from '../../../shared/process/words-of-error.ts'
import { runFaults } from './run-faults.ts'

// `npm run faults`: has a process die, fail and stand still at every fault point there is.

const usage = `npm run faults -- [options]: a node and a server that die, fail or stand still at each fault point

  --only NAME    this point only; may be given several times
  --at-once N    cases at the same time (3)
  --json         the verdict in one line

${faultPointNames.join('\n')}`

const tell = (line: string) => process.stdout.write(`${line}\n`)

async function main(args: string[]): Promise<void> {
  if (helpAsked(args)) return void tell(usage)
  surviveLostWrites()
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', multiple: true },
      'at-once': { type: 'string', default: '3' },
      json: { type: 'boolean', default: false },
    },
  })
  const unknown = values.only?.find((name) => !faultPointNames.some((known) => known === name))
  if (unknown) throw new Error(`There is no fault point ${unknown}.`)
  const atOnce = Number(values['at-once'])
  if (!(Number.isInteger(atOnce) && atOnce >= 1 && atOnce <= 16)) {
    throw new Error('--at-once must be a whole number from 1 to 16.')
  }
  const verdict = await runFaults({ only: values.only, atOnce, tell })
  tell(JSON.stringify(verdict, null, values.json ? 0 : 2))
  process.exitCode = verdict.failed.length === 0 ? 0 : 1
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`The faults could not be run: ${wordsOfError(error)}\n`)
  process.exitCode = 1
}
