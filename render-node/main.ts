import { surviveLostWrites } from '../shared/postgres/survive-lost-writes.ts'
import { armFaultPoint } from '../shared/process/fault-point.ts'
import { aborted, stopSignals } from '../shared/process/stop-signals.ts'
import { wordsOfError } from '../shared/process/words-of-error.ts'
import { parseNodeConfig } from './config.ts'
import { startNode } from './start-node.ts'

// A render node as a process. SIGTERM and SIGINT drain it; a second one hurries it.

try {
  surviveLostWrites()
  armFaultPoint(process.env)
  const signals = stopSignals()
  const config = parseNodeConfig(process.env)
  // Whoever starts us so holds our standard input open as long as it lives.
  if (config.endsWithParent) process.stdin.on('end', signals.stop).resume()
  const node = await startNode(config)
  signals.onSecond(() => node.hurry())
  await aborted(signals.asked)
  await node.stop()
} catch (error) {
  process.stderr.write(`The render node cannot run: ${wordsOfError(error)}\n`)
  process.exitCode = 1
}
process.stdin.destroy()
// A connection that the database driver is still opening cannot be called off and holds the process
// for ten seconds.
setTimeout(() => process.exit(), 500).unref()
