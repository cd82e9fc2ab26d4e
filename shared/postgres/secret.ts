import { createHash, randomBytes } from 'node:crypto'

/** A new secret of 256 random bits, such as an API key; `prefix` tells people what it is. */
export function newSecret(prefix: string): string {
  return prefix + randomBytes(32).toString('base64url')
}

/** What is stored of a secret. A plain hash is enough, as the secret is random and long. */
export function hashSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
