/** A number from 0 to 11, always the same for the same id, to tell drawings apart. */
export function variantOf(id: string): number {
  let hash = 0
  for (const character of id) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0
  return hash % 12
}
