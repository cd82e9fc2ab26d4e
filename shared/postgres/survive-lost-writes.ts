import { log } from '../process/log.ts'

/**
 * Keeps the process alive through one fault of the database driver: a statement of a transaction
 * whose connection has just been lost (its rollback, at the latest) is written to a socket that is
 * no longer there, in a timer of the driver's own. Whoever waits for the transaction is told by the
 * driver that the connection was lost; every other uncaught error ends the process as always.
 */
export function surviveLostWrites(): void {
  process.on('uncaughtException', (error) => {
    if (isLostWrite(error)) return log('database.write-lost')
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
    process.exit(1)
  })
}

function isLostWrite(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    error.message.includes("reading 'write'") &&
    /postgres\/\w*\/?src\/connection\.js/.test(error.stack ?? '')
  )
}
