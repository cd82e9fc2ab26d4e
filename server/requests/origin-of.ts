/** Where the client reached us: behind a proxy that ends TLS, the scheme is the proxy's. */
export function originOf(request: Request): string {
  const url = new URL(request.url)
  return request.headers.get('x-forwarded-proto') === 'https' ? `https://${url.host}` : url.origin
}
