/** An error in one line for a person at a terminal; Node's connection errors have no message. */
export function wordsOfError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AggregateError && error.errors.length > 0) {
    return wordsOfError(error.errors[0])
  }
  return error.message || ('code' in error ? String(error.code) : error.name)
}
