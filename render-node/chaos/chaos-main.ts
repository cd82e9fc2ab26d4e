import { surviveLostWrites } from '../../shared/postgres/survive-lost-writes.ts'
import { helpAsked } from '../../shared/process/help-asked.ts'
import { stopSignals } from '../../shared/process/stop-signals.ts'
import { wordsOfError } from '../../shared/process/words-of-error.ts'
import { isGood } from './chaos-verdict.ts'
import { chaosUsage, parseChaosCommand } from './parse-chaos-command.ts'
import { runChaos } from './run-chaos.ts'

// `npm run chaos`: proves that the farm loses nothing, whatever is killed, paused or cut.

const tell = (line: string) => process.stdout.write(`${line}\n`)

async function main(args: string[]): Promise<void> {
  if (helpAsked(args)) return void tell(chaosUsage)
  surviveLostWrites()
  const { asked } = stopSignals()
  const command = parseChaosCommand(args)
  const verdict = await runChaos({ ...command, tell, signal: asked })
  tell(JSON.stringify(verdict, null, command.json ? 0 : 2))
  process.exitCode = isGood(verdict) ? 0 : 1
}

try {
  await main(process.argv.slice(2))
} catch (error) {
  process.stderr.write(`The run has failed: ${wordsOfError(error)}\n`)
  process.exitCode = 1
}
