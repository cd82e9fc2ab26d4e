/**
 * Decodes a page by its byte order mark, its HTTP header, its own declaration, or else as UTF-8. What
 * the encoding does not know becomes U+FFFD.
 */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const label =
    labelOfMark(bytes) ?? labelOfHeader(contentType) ?? labelOfDeclaration(bytes) ?? 'utf-8'
  return decoderFor(label).decode(bytes)
}

function labelOfMark(bytes: Uint8Array): string | undefined {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

function labelOfHeader(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([\w:.-]{1,40})/i.exec(contentType)?.[1]
}

// Browsers look no further than this for the declaration. A page that can be read byte by byte is
// not UTF-16, whatever it says.
function labelOfDeclaration(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
  const label =
    /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w:.-]{1,40})/i.exec(start)?.[1] ??
    /^<\?xml\s[^>]*?encoding\s*=\s*["']([\w:.-]{1,40})/i.exec(start)?.[1]
  return label?.toLowerCase().startsWith('utf-16') === true ? 'utf-8' : label
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder('utf-8')
  }
}
