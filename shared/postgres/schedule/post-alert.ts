/** What is posted to ALERT_URL. */
export type AlertMessage = {
  event: 'alert.raised' | 'alert.recovered'
  name: string
  owner: string
  sentence: string
  /** ISO 8601, UTC. */
  raisedAt: string
}

export type Posted = { ok: true } | { ok: false; reason: string }

/** Posts an alert. A failure's reason never repeats the address, which may hold a secret. */
export async function postAlert(
  url: string,
  message: AlertMessage,
  options: { timeoutMs: number; signal: AbortSignal },
): Promise<Posted> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
      redirect: 'manual',
      signal: AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)]),
    })
    await response.body?.cancel()
    return response.ok ? { ok: true } : { ok: false, reason: `HTTP ${response.status}` }
  } catch (error) {
    return { ok: false, reason: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  if (cause instanceof Error && 'code' in cause) return String(cause.code)
  return error.name
}
