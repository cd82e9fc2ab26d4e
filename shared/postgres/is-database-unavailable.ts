// What the driver, the network and PostgreSQL say when there is no usable connection: refused, lost,
// starting up, shutting down, or too many of them.
const codes = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'CONNECTION_ENDED',
  'CONNECT_TIMEOUT',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  '53300',
  '57P01',
  '57P02',
  '57P03',
])

export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // Node tries each address of a name and throws what all of them answered.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseUnavailable)
  return 'code' in error && (codes.has(String(error.code)) || String(error.code).startsWith('08'))
}
