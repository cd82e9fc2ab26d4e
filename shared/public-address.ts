/**
 * True when an IP address in text form belongs to the public Internet and to nobody's private,
 * metadata or translated range. Text that is not a plain IPv4 or IPv6 address is not public.
 */
export function isPublicAddress(ip: string): boolean {
  const v4 = parseV4(ip)
  if (v4 !== null) return !isInRanges(v4, closedV4Ranges)
  const groups = parseV6(ip)
  return groups !== null && isPublicV6(groups)
}

type V4Range = readonly [address: string, prefixBits: number]

const closedV4Ranges: readonly V4Range[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // Azure answers its virtual machines here, on an address of a public range.
  ['168.63.129.16', 32],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

function parseV4(ip: string): number | null {
  if (!/^(?:(?:0|[1-9]\d{0,2})(?:\.(?!$)|$)){4}$/.test(ip)) return null
  const octets = ip.split('.').map(Number)
  if (octets.some((octet) => octet > 255)) return null
  return octets.reduce((sum, octet) => sum * 256 + octet, 0)
}

function isInRanges(address: number, ranges: readonly V4Range[]): boolean {
  return ranges.some(([base, prefixBits]) => {
    const size = 2 ** (32 - prefixBits)
    const start = parseV4(base) ?? Number.NaN
    return address >= start && address < start + size
  })
}

function parseV6(ip: string): number[] | null {
  if (!ip.includes(':') || !/^[0-9a-f:.]+$/i.test(ip) || !URL.canParse(`http://[${ip}]/`))
    return null
  const [head = '', tail] = new URL(`http://[${ip}]/`).hostname.slice(1, -1).split('::')
  const first = groupsOf(head)
  const last = groupsOf(tail ?? '')
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
}

function groupsOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
}

// Only 2000::/3 is given out. That alone closes the mapped, compatible, NAT64, unique-local,
// link-local, multicast, discard and loopback forms.
function isPublicV6(groups: readonly number[]): boolean {
  const [first = 0, second = 0, , , fifth = 0, sixth = 0] = groups
  const isGivenOut = first >= 0x2000 && first <= 0x3fff
  const isProtocolAssignment = first === 0x2001 && second < 0x0200
  const isDocumentation =
    (first === 0x2001 && second === 0x0db8) || (first === 0x3fff && second < 0x1000)
  const is6to4 = first === 0x2002
  const isFormer6bone = first === 0x3ffe
  const isIsatap = (fifth & 0xfdff) === 0 && sixth === 0x5efe
  return (
    isGivenOut &&
    !isProtocolAssignment &&
    !isDocumentation &&
    !is6to4 &&
    !isFormer6bone &&
    !isIsatap
  )
}
