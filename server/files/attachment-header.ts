/**
 * `Content-Disposition` of a download named after a title, in ASCII for old clients and in UTF-8
 * (RFC 6266).
 */
export function attachmentHeader(title: string, extension: string): string {
  const spelled = title
    .toWellFormed()
    .replaceAll(/[\p{C}\\/:*?"<>|]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const name = Array.from(spelled).slice(0, 100).join('') || 'video'
  const ascii = name
    .normalize('NFKD')
    .replaceAll(/[^ -~]/g, '')
    .replaceAll(/[%;']/g, '')
    .trim()
  const encoded = encodeURIComponent(`${name}${extension}`).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii || 'video'}${extension}"; filename*=UTF-8''${encoded}`
}
