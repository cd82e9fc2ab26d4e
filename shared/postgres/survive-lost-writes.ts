import { log } from '../process/log.ts'
import { isDatabaseUnavailable } from './is-database-unavailable.ts'

/**
 * Keeps the process alive through two faults of the database driver, which throws where nobody can
 * catch it when a connection is lost at the wrong moment. Whoever waits for an answer is told so by
 * the driver as well; every other uncaught error ends the process as always.
 */
export function surviveLostWrites(): void {
  process.on('uncaughtException', (error) => {
    if (isLostWrite(error) || isLostTypes(error)) {
      log('database.write-lost', { error: String(error) })
      return
    }
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    process.exit(1)
  })
}

// A statement of a transaction (its rollback, at the latest) is written, in a timer of the driver's
// own, to a socket that is no longer there.
function isLostWrite(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    error.message.includes("reading 'write'") &&
    /postgres\/\w*\/?src\/connection\.js/.test(error.stack ?? '')
  )
}

// Each new connection first asks for the array types, and nobody waits for that answer.
function isLostTypes(error: unknown): boolean {
  return (
    isDatabaseUnavailable(error) &&
    error instanceof Error &&
    'query' in error &&
    String(error.query).includes('pg_catalog.pg_type')
  )
}
