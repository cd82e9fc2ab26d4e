/** Tells operators that something happened: `event` is `noun.past-tense`, `fields` never hold secrets. */
export type Log = (event: string, fields?: Record<string, unknown>) => void

/** Writes the event as one JSON line to standard output. */
export function log(event: string, fields: Record<string, unknown> = {}): void {
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), event, ...fields })}\n`)
}
