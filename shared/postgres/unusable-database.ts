import { wordsOfError } from '../process/words-of-error.ts'

/** An error about a database for a person at a terminal: which one, and why; never its password. */
export function unusableDatabase(url: string, cause: unknown): Error {
  const place = URL.canParse(url) ? new URL(url).host : 'the given address'
  return new Error(`Cannot use the database at ${place}: ${wordsOfError(cause)}`, { cause })
}
