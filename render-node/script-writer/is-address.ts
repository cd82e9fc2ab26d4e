const patterns = [
  /(?<!\p{L})(?:no|nr|nº|n°|№)\s?[.:]?\s?\p{Nd}+.{0,40}\p{Nd}{5}|(?<!\p{L})no\s?[.:]\s?\p{Nd}+/iu,
  /\b[A-Z]{2}\s\d{5}\b/u,
  /\b\d{1,5}\s(?:\p{Lu}[\p{L}.]*\s){1,3}(?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Dr|Blvd|Boulevard|Way|Square|Court)\b/u,
  /(?<!\p{L})(?:cad|sok|mah|bulv)(?:desi|ak|allesi|arı|ağı)?(?:\.|\s).{0,40}\p{Nd}/iu,
  /\p{L}+(?:straße|strasse|str\.|gasse|platz|allee)\s\p{Nd}/iu,
  /(?:,|^)\s?\p{Nd}{5}\s\p{Lu}\p{L}+$/u,
  /(?<!\p{L})(?:רחוב|شارع)\s.{1,30}\p{Nd}/u,
  /\p{Nd}{1,4},?\s(?:rue|avenue|boulevard|place)\s|(?<!\p{L})(?:calle|avenida|via|viale|piazza|rua|ul\.|ул\.|вул\.)\s?\p{Lu}.{0,30}\p{Nd}/iu,
]

/** True for a text that holds a street or postal address. */
export function isAddress(text: string): boolean {
  return patterns.some((pattern) => pattern.test(text))
}
