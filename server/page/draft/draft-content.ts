import * as v from 'valibot'
import { brandSchema, type Brand } from '../../../shared/brand.ts'
import type { Draft } from '../../../shared/draft.ts'
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
