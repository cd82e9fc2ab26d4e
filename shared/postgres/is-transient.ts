// Classes 08 (connection), 40 (rollback: deadlock, serialization), 53 (resources), 57P (shutdown).
const transientStates = /^(08|40|53|57P)/
const transientCodes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
])

/** True when the same statement may succeed a moment later: the database or the way to it was down. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  const code = String(error.code)
  return transientCodes.has(code) || transientStates.test(code)
}
