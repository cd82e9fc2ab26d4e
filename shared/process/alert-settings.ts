import * as v from 'valibot'

/** Whom to tell when something needs a person: nobody but the log without an address. */
export type AlertSettings = { url: string | undefined; owner: string }

const urlSentence = 'must be an http:// or https:// address without a user name'
const ownerSentence = 'must be one line of at most 200 characters'

/** ALERT_URL: where alerts are posted. The address may hold a secret. */
export const alertUrl = v.optional(
  v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => text === '' || isPostable(text), urlSentence),
    v.transform((text) => (text === '' ? undefined : text)),
  ),
)

/** ALERT_OWNER: who is named in alerts as the one to act. */
export const alertOwner = v.optional(
  v.pipe(
    v.string(),
    v.trim(),
    v.maxLength(200, ownerSentence),
    v.check((text) => !/\p{Cc}/u.test(text), ownerSentence),
    v.transform((text) => text || 'operator'),
  ),
  'operator',
)

function isPostable(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return ['http:', 'https:'].includes(protocol) && username === '' && password === ''
}
