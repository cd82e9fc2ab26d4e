export type ByteRange = { first: number; last: number }

/**
 * The bytes that a `Range` header asks for: one range, or the whole for a header that is absent,
 * not understood or asks for several. Undefined when the file has none of the bytes asked for.
 */
export function byteRangeOf(
  header: string | undefined,
  bytes: number,
): ByteRange | 'whole' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  const [, from = '', to = ''] = match ?? []
  if (!match || (from === '' && to === '')) return 'whole'
  if (from === '') return suffixOf(Number(to), bytes)
  const first = Number(from)
  const last = to === '' ? bytes - 1 : Math.min(Number(to), bytes - 1)
  if (to !== '' && Number(to) < first) return 'whole'
  return first < bytes ? { first, last } : undefined
}

function suffixOf(length: number, bytes: number): ByteRange | undefined {
  if (length === 0 || bytes === 0) return undefined
  return { first: Math.max(0, bytes - length), last: bytes - 1 }
}
