import { armFaultPoint } from '../shared/process/fault-point.ts'
import { log } from '../shared/process/log.ts'
import { surviveLostWrites } from '../shared/postgres/survive-lost-writes.ts'
import { aborted, stopSignals } from '../shared/process/stop-signals.ts'
import { parseConfig } from './config.ts'
import { StartError } from './start-error.ts'
import { startServer } from './start-server.ts'

surviveLostWrites()
const { asked, stop } = stopSignals()
// Whoever starts us so holds our standard input open as long as it lives.
if (process.env.MAKARA_ENDS_WITH_PARENT === '1') process.stdin.on('end', stop).resume()

try {
  armFaultPoint(process.env)
  await using server = await startServer(parseConfig(process.env), { log })
  log('server.started', { origin: server.origin, pid: process.pid })
  await aborted(asked)
  log('server.stopping')
} catch (error) {
  if (!(error instanceof StartError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
process.stdin.destroy()
// A connection that the database driver is still opening cannot be called off and holds the process
// for ten seconds.
setTimeout(() => process.exit(), 500).unref()
