import * as v from 'valibot'
import { safeText } from './text.ts'

const hexColorSchema = v.pipe(v.string(), v.regex(/^#[0-9a-f]{6}$/, 'must look like #1a2b3c'))

/** What the composition takes from the site: its name and one colour to build a palette from. */
export const brandSchema = v.strictObject({
  name: safeText({ charsMax: 60 }),
  color: hexColorSchema,
  /** Shown on the last scene, without protocol, such as `example.com`; empty for pasted text. */
  site: safeText({ charsMax: 100 }),
})
export type Brand = v.InferOutput<typeof brandSchema>

export const defaultBrand: Brand = { name: '', color: '#0f766e', site: '' }
