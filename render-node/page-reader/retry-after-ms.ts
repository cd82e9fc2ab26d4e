/**
 * Milliseconds that a `Retry-After` header asks to wait, from seconds or an HTTP date; undefined when
 * there is no header or it says neither.
 */
export function retryAfterMs(header: string | null | undefined): number | undefined {
  const text = header?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  const date = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now())
}
