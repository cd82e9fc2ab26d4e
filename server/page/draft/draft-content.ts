import * as v from 'valibot'
import { brandSchema, type Brand } from '../../../shared/brand.ts'
import type { Draft, DraftChange } from '../../../shared/draft.ts'
import type { Format } from '../../../shared/format.ts'
import { missingGlyphs } from '../../../shared/glyph-coverage.ts'
import type { Language } from '../../../shared/language.ts'
import { scriptSchema, type Script } from '../../../shared/script.ts'

/** The part of a draft that people edit, as typed: it may break the shared schemas for a while. */
export type DraftContent = {
  script: Script | null
  format: Format
  language: Language | null
  brand: Brand
  sound: boolean
}

export function contentOf(draft: Draft): DraftContent {
  const { script, format, language, brand, sound } = draft
  return { script, format, language, brand, sound }
}

/** Equal for contents that the server would store alike. */
export function contentKeyOf(content: DraftContent): string {
  return JSON.stringify([
    content.script === null ? null : scriptKeyPartsOf(content.script),
    content.format,
    content.language,
    brandKeyPartsOf(content.brand),
    content.sound,
  ])
}

/** The content problems by dotted path, such as `script.scenes.0.caption` → `must not be empty`. */
export function contentIssuesOf(content: DraftContent): ReadonlyMap<string, string> {
  const issues = new Map<string, string>()
  if (content.script !== null) collect(issues, 'script', v.safeParse(scriptSchema, content.script))
  collect(issues, 'brand', v.safeParse(brandSchema, content.brand))
  for (const [path, text] of drawnTextsOf(content)) {
    const missing = missingGlyphs(text.normalize('NFC'))
    if (missing.length > 0 && !issues.has(path)) {
      issues.set(path, `has what the video cannot draw: ${missing.join(' ')}`)
    }
  }
  return issues
}

/** What to send so that `base` becomes `edited`; parts that are not valid yet stay behind. */
export function contentChangeOf(base: DraftContent, edited: DraftContent): DraftChange | null {
  const change: DraftChange = {}
  const invalidParts = new Set(Array.from(contentIssuesOf(edited).keys(), partOf))
  if (edited.script !== null && !invalidParts.has('script')) {
    const script = v.parse(scriptSchema, edited.script)
    if (!isSameScript(base.script, script)) change.script = script
  }
  if (!invalidParts.has('brand')) {
    const brand = v.parse(brandSchema, edited.brand)
    if (!isSameBrand(base.brand, brand)) change.brand = brand
  }
  if (edited.format !== base.format) change.format = edited.format
  if (edited.language !== null && edited.language !== base.language) {
    change.language = edited.language
  }
  if (edited.sound !== base.sound) change.sound = edited.sound
  return Object.keys(change).length === 0 ? null : change
}

function collect(
  issues: Map<string, string>,
  root: string,
  result: v.SafeParseResult<typeof scriptSchema | typeof brandSchema>,
): void {
  for (const issue of result.issues ?? []) {
    const path = [root, v.getDotPath(issue)].filter((part) => part !== null).join('.')
    if (!issues.has(path)) issues.set(path, issue.message)
  }
}

function drawnTextsOf({ script, brand }: DraftContent): [path: string, text: string][] {
  const scenes = script?.scenes ?? []
  return [
    ['brand.name', brand.name],
    ['brand.site', brand.site],
    ...scenes.flatMap(({ caption, narration }, index): [string, string][] => [
      [`script.scenes.${index}.caption`, caption],
      [`script.scenes.${index}.narration`, narration],
    ]),
  ]
}

function partOf(path: string): string {
  return path.split('.', 1).join('')
}

function isSameScript(base: Script | null, edited: Script): boolean {
  return base !== null && isSameJson(scriptKeyPartsOf(base), scriptKeyPartsOf(edited))
}

function isSameBrand(base: Brand, edited: Brand): boolean {
  return isSameJson(brandKeyPartsOf(base), brandKeyPartsOf(edited))
}

function isSameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function scriptKeyPartsOf(script: Script): unknown {
  return [
    script.title.trim(),
    script.scenes.map((scene) => [
      scene.id,
      scene.kind,
      scene.caption.trim(),
      scene.narration.trim(),
      scene.picturePrompt.trim(),
      scene.durationSeconds,
      scene.source,
    ]),
  ]
}

function brandKeyPartsOf(brand: Brand): unknown {
  return [brand.name.trim(), brand.color, brand.site.trim()]
}
