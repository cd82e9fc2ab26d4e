/** A random UUID. Unlike `crypto.randomUUID` it also works on plain http away from localhost. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** A new scene's id, of 12 characters as the script schema wants them. */
export function randomSceneId(): string {
  return randomUuid().replaceAll('-', '').slice(0, 12)
}
