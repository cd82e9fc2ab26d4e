const address =
  /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+|(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)[^\s<>"]+|(?<![\p{L}\p{N}@.-])(?:[\p{L}\p{N}-]{1,63}\.){1,5}(?:com|net|org|io|co|app|dev|ai|info|biz|me|shop|store|online|site|xyz|gov|edu|eu|uk|us|de|fr|es|pt|it|nl|pl|se|gr|ru|ua|tr|il|ch|at|be|ca|au|example)(?![\p{L}\p{N}-])(?:[/:?][^\s<>"]*)?/giu

/** The text without web and mail addresses, other than those of the page's own host. */
export function stripAddresses(text: string, host: string): string {
  return text
    .replaceAll(address, (found) => (isOwn(found, host) ? found : ''))
    .replaceAll(/\s+(?=[.,;:!?…)\]])/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

function isOwn(found: string, host: string): boolean {
  if (host === '') return false
  const bare = found.toLowerCase().replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
  const name = (/@(.+)$/.exec(bare)?.[1] ?? bare.split(/[/?#]/, 1)[0] ?? '').replace(/^www\./, '')
  return name.replace(/[.,;:!?…)]+$/u, '') === host.toLowerCase()
}
