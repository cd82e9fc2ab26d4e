import { parseArgs } from 'node:util'
import { surviveLostWrites } from '../../../shared/postgres/survive-lost-writes.ts'
import { faultPointNames } from '../../../shared/process/fault-point.ts'
import { wordsOfError } from '../../../shared/process/words-of-error.ts'
import { runFaults } from './run-faults.ts'

// `npm run faults`: has a process die, fail and stand still at every fault point there is.

const tell = (line: string) => process.stdout.write(`${line}\n`)
try {
  surviveLostWrites()
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true },
      'at-once': { type: 'string', default: '3' },
      json: { type: 'boolean', default: false },
    },
  })
  const unknown = values.only?.find((name) => !faultPointNames.some((known) => known === name))
  if (unknown) throw new Error(`There is no fault point ${unknown}.`)
  const verdict = await runFaults({ only: values.only, atOnce: Number(values['at-once']), tell })
  tell(JSON.stringify(verdict, null, values.json ? 0 : 2))
  process.exitCode = verdict.failed.length === 0 ? 0 : 1
} catch (error) {
  process.stderr.write(`The faults could not be run: ${wordsOfError(error)}\n`)
  process.exitCode = 1
}
