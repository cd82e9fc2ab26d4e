let offsetMs = 0

/** Learns the server's clock from a `Date` header, which is cut to whole seconds. */
export function noteServerDate(header: string | null): void {
  const serverMs = header === null ? Number.NaN : Date.parse(header) + 500
  if (!Number.isNaN(serverMs)) offsetMs = serverMs - Date.now()
}

/** Milliseconds since the epoch by the server's clock, good to about a second. */
export function serverNowMs(): number {
  return Date.now() + offsetMs
}
