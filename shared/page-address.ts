import { urlCharsMax } from './draft.ts'
import { isPublicAddress } from './public-address.ts'

export type PageAddress = { ok: true; url: URL } | AddressRefusal

export type AddressRefusal = { ok: false; code: AddressRefusalCode; sentence: string }

export type AddressRefusalCode = keyof typeof refusalSentences

export type AddressRules = {
  /** Names an operator allows although they are internal: `host` on its default port, or `host:port`. */
  allowedHosts?: readonly string[]
  /** Names this installation answers on: `host` on any port, or `host:port`. */
  ownHosts?: readonly string[]
}

const refusalSentences = {
  url_invalid: 'This is not a web address we can read.',
  url_too_long: `A web address can have at most ${urlCharsMax} characters.`,
  url_scheme_not_allowed: 'Only addresses that begin with http:// or https:// can be read.',
  url_credentials_not_allowed: 'A web address with a user name or password in it is not read.',
  url_host_not_allowed: 'This host name does not lead to a public website.',
  url_address_not_allowed: 'This address is not on the public Internet.',
  url_port_not_allowed: 'Only the standard ports of http and https can be read.',
  url_own_origin: 'This address leads back to this service itself.',
} as const

const specialNames =
  /(?:^|\.)(?:alt|arpa|corp|domain|home|host|i2p|internal|intranet|invalid|lan|local|localdomain|localhost|onion|private|test)$/

/**
 * Reads what somebody typed as the address of a public web page, or says why it is none. A bare
 * `example.com` is read as https. Name servers are not asked: whoever connects must check again.
 */
export function parsePageAddress(text: string, rules: AddressRules = {}): PageAddress {
  const spelled = text.trim()
  if (spelled.length > urlCharsMax) return refuseAddress('url_too_long')
  const full = isBareHost(spelled) ? `https://${spelled}` : spelled
  const refusal = refusalOfSpelling(full)
  if (refusal !== null) return refuseAddress(refusal)
  if (!URL.canParse(full)) return refuseAddress('url_invalid')
  const url = new URL(full)
  url.hostname = url.hostname.replace(/(?<=[^.])\.$/, '')
  const closed = refusalOfHost(url, rules)
  return closed === null ? { ok: true, url } : refuseAddress(closed)
}

/** True when an operator's list names the URL's host: there the address and port rules do not apply. */
export function isAllowedHost(url: URL, allowedHosts: readonly string[]): boolean {
  const defaultPort = url.protocol === 'https:' ? '443' : '80'
  const names = new Set([url.host, `${url.hostname}:${url.port || defaultPort}`])
  return allowedHosts.some((allowed) => names.has(allowed.toLowerCase()))
}

/** The refusal with its sentence, for a check that is made elsewhere, such as at connect time. */
export function refuseAddress(code: AddressRefusalCode): AddressRefusal {
  return { ok: false, code, sentence: refusalSentences[code] }
}

function isBareHost(text: string): boolean {
  const label = '[\\p{L}\\p{N}_-]+'
  return new RegExp(`^${label}(?:(?:\\.${label})+(?::\\d+)?|:\\d+)(?:[/?#]|$)`, 'u').test(text)
}

// Looks at the text before any URL parser does, because parsers repair what two readers could then
// understand differently.
function refusalOfSpelling(text: string): AddressRefusalCode | null {
  if (!text.isWellFormed() || /[\u0000-\u001f\u007f-\u009f]/.test(text)) return 'url_invalid'
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase()
  if (scheme === undefined) return 'url_invalid'
  if (scheme !== 'http' && scheme !== 'https') return 'url_scheme_not_allowed'
  const authority = /^[a-z]+:\/\/([^/?#]+)/i.exec(text)?.[1]
  if (authority === undefined || authority.includes('\\')) return 'url_invalid'
  if (authority.includes('@')) return 'url_credentials_not_allowed'
  return /[%\s\p{Cf}]/u.test(authority) ? 'url_invalid' : null
}

function refusalOfHost(url: URL, rules: AddressRules): AddressRefusalCode | null {
  const isOwn = rules.ownHosts?.some((own) => [url.host, url.hostname].includes(own.toLowerCase()))
  if (isOwn === true) return 'url_own_origin'
  if (isAllowedHost(url, rules.allowedHosts ?? [])) return null
  const address = addressLiteralOf(url.hostname)
  if (address === null && !isPublicName(url.hostname)) return 'url_host_not_allowed'
  if (address !== null && !isPublicAddress(address)) return 'url_address_not_allowed'
  return url.port === '' ? null : 'url_port_not_allowed'
}

function addressLiteralOf(hostname: string): string | null {
  if (hostname.startsWith('[')) return hostname.slice(1, -1)
  return /^\d+(?:\.\d+){3}$/.test(hostname) ? hostname : null
}

function isPublicName(hostname: string): boolean {
  const labels = hostname.split('.')
  return (
    hostname.length <= 253 &&
    labels.length >= 2 &&
    labels.every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label)) &&
    !specialNames.test(hostname)
  )
}
