/** Tells operators that something happened: `event` is `noun.past-tense`, `fields` never hold secrets. */
export type Log = (event: string, fields?: Record<string, unknown>) => void

let unwritten = ''

/** Writes the event as one JSON line to standard output, with all others of about the same moment. */
export function log(event: string, fields: Record<string, unknown> = {}): void {
  if (unwritten === '') setTimeout(writeLog, 1)
  unwritten += `${JSON.stringify({ at: new Date().toISOString(), event, ...fields })}\n`
}

/** Writes what waits to be written. */
export function writeLog(): void {
  if (unwritten === '') return
  process.stdout.write(unwritten)
  unwritten = ''
}

process.on('exit', writeLog)
