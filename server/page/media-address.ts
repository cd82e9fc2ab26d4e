/** Adds the file's hash, so that a new video is never played from an old cache entry. */
export function versionedAddress(url: string, sha256: string): string {
  return withQuery(url, `v=${sha256.slice(0, 12)}`)
}

/** The address that makes the browser save the video instead of playing it. */
export function downloadAddress(url: string): string {
  return withQuery(url, 'download=1')
}

function withQuery(url: string, query: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${query}`
}
