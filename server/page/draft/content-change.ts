import * as v from 'valibot'
import { brandSchema, type Brand } from '../../../shared/brand.ts'
import type { DraftChange } from '../../../shared/draft.ts'
import { scriptSchema, type Script } from '../../../shared/script.ts'
import { contentIssuesOf, contentKeyOf, type DraftContent } from './draft-content.ts'
import { savableContentOf } from './savable-content.ts'

/** What to send so that `saved` becomes `edited`; fields that are not valid yet stay behind. */
export function contentChangeOf(saved: DraftContent, edited: DraftContent): DraftChange | null {
  const savable = savableContentOf(saved, edited)
  const change: DraftChange = {
    ...scriptChangeOf(saved, savable),
    ...brandChangeOf(saved, savable),
  }
  if (edited.format !== saved.format) change.format = edited.format
  if (edited.language !== null && edited.language !== saved.language) {
    change.language = edited.language
  }
  if (edited.sound !== saved.sound) change.sound = edited.sound
  return Object.keys(change).length === 0 ? null : change
}

/** True when something edited cannot be saved even with its invalid fields left out. */
export function isSavingBlocked(saved: DraftContent, edited: DraftContent): boolean {
  return contentIssuesOf(savableContentOf(saved, edited)).size > 0
}

function scriptChangeOf(saved: DraftContent, { script }: DraftContent): { script?: Script } {
  if (script === null || !mustSend('script', saved, { ...saved, script })) return {}
  return { script: v.parse(scriptSchema, script) }
}

function brandChangeOf(saved: DraftContent, { brand }: DraftContent): { brand?: Brand } {
  return mustSend('brand', saved, { ...saved, brand }) ? { brand: v.parse(brandSchema, brand) } : {}
}

function mustSend(part: 'script' | 'brand', saved: DraftContent, next: DraftContent): boolean {
  if (contentKeyOf(saved) === contentKeyOf(next)) return false
  return Array.from(contentIssuesOf(next).keys()).every((path) => !path.startsWith(`${part}.`))
}
