import { type DraftChange, draftChangeSchema } from '../../shared/draft.ts'
import { type Parsed, parseInput } from '../requests/parse-input.ts'
import { readJsonBody } from '../requests/read-json-body.ts'
import { missingGlyphsOfChange } from './missing-glyphs-of-change.ts'

/** What a `PATCH /v1/drafts/:id` asks for, if a video can be made of it. */
export async function readDraftChange(request: Request): Promise<Parsed<DraftChange>> {
  const body = await readJsonBody(request)
  if (!body.ok) return body
  const { script: scriptSchema } = draftChangeSchema.entries
  const script = parseInput(scriptSchema, body.value.script, 'script_invalid')
  if (!script.ok) return script
  const change = parseInput(draftChangeSchema, body.value)
  if (!change.ok) return change
  const missing = missingGlyphsOfChange(change.value)
  return missing.length === 0 ? change : glyphMissing(missing)
}

const namedMax = 10

function glyphMissing(characters: string[]): Parsed<never> {
  const named = characters.slice(0, namedMax).join(' ')
  const more = characters.length > namedMax ? ' and others' : ''
  const detail = `The video's fonts cannot draw ${named}${more}.`
  return { ok: false, refusal: { status: 422, code: 'glyph_missing', detail } }
}
