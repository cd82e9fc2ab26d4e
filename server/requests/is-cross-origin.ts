/**
 * True for a request that a page of another origin makes. Only the host is compared: behind a proxy
 * that ends TLS the scheme differs, and a request without `Origin` comes from no foreign page.
 */
export function isCrossOrigin(request: Request): boolean {
  const origin = request.headers.get('origin')
  if (origin === null) return false
  const host = request.headers.get('host') ?? new URL(request.url).host
  return !URL.canParse(origin) || new URL(origin).host !== host.toLowerCase()
}
