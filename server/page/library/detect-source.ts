export type SourceKind = 'url' | 'text' | 'html'

const domainPattern =
  /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:\p{L}{2,}|xn--[a-z0-9-]+)(?::\d+)?(?:[/?#]\S*)?$/u

const sentencePattern = /(?:\S+\s+){2}\S*[\p{L}\p{N}"'”’»)][.!?…؟。](?:\s|$)/u
const addressCharsUsual = 60

/**
 * Tells text from a web address. A few words without a sentence count as an address that is still
 * being typed, or was spelled wrongly: nobody makes a video of `my shop dot com`.
 */
export function detectSource(typed: string): 'url' | 'text' {
  const trimmed = typed.trim()
  if (!/\s/u.test(trimmed)) return 'url'
  const isText =
    trimmed.includes('\n') || trimmed.length > addressCharsUsual || sentencePattern.test(trimmed)
  return isText ? 'text' : 'url'
}

/** The full address meant by `example.com/a` or `https://…`, or null when it is none. */
export function webAddressOf(typed: string): string | null {
  const trimmed = typed.trim()
  if (/\s/u.test(trimmed)) return null
  if (/^https?:\/\/./i.test(trimmed)) return URL.canParse(trimmed) ? trimmed : null
  return domainPattern.test(trimmed) ? `https://${trimmed}` : null
}

/** `example.com` for the address of any page there. */
export function siteOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host.replace(/^www\./, '') : address
}
