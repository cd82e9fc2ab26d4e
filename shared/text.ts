import * as v from 'valibot'

// C0 and C1 controls other than tab and newline, and the bidirectional overrides: none of them
// belongs in a caption, and NUL is refused by PostgreSQL.
const forbiddenCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u

/** A string that PostgreSQL can store and a composition can draw: well formed, no controls. */
export function safeText(options: { charsMin?: number; charsMax: number }) {
  return v.pipe(
    v.string('must be text'),
    v.check((text) => text.isWellFormed(), 'contains half of a surrogate pair'),
    v.check((text) => !forbiddenCharacters.test(text), 'contains a control character'),
    v.trim(),
    v.check((text) => !options.charsMin || /[^\s\p{Cf}]/u.test(text), 'must not be empty'),
    v.minLength(options.charsMin ?? 0, 'must not be empty'),
    v.maxLength(options.charsMax, `must have at most ${options.charsMax} characters`),
  )
}

/** Removes what `safeText` would refuse, for text that comes from a page rather than a person. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(new RegExp(forbiddenCharacters, 'gu'), '')
    .replaceAll(/\p{Cf}/gu, (character) =>
      character === '\u200d' || character === '\u200c' ? character : '',
    )
    .replaceAll(/\s+/gu, ' ')
    .trim()
}
