import { isDatabaseUnavailable } from './is-database-unavailable.ts'

/**
 * True when the same transaction may succeed a moment later: the database or the way to it was down
 * (as in `isDatabaseUnavailable`), or it lost against another one (class 40: deadlock, serialization).
 */
export function isTransient(error: unknown): boolean {
  if (isDatabaseUnavailable(error)) return true
  return error instanceof Error && 'code' in error && String(error.code).startsWith('40')
}
