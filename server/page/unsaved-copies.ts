import * as v from 'valibot'
import { formatSchema } from '../../shared/format.ts'
import { languageSchema } from '../../shared/language.ts'
import { sceneKinds } from '../../shared/script.ts'
import type { DraftContent } from './draft/draft-content.ts'

// Looser than the shared schemas: what somebody typed is kept even when it cannot be saved.
const contentSchema = v.object({
  script: v.nullable(
    v.object({
      title: v.string(),
      scenes: v.array(
        v.object({
          id: v.string(),
          kind: v.picklist(sceneKinds),
          caption: v.string(),
          narration: v.string(),
          picturePrompt: v.string(),
          durationSeconds: v.pipe(
            v.nullable(v.number()),
            v.transform((seconds) => seconds ?? Number.NaN),
          ),
          source: v.nullable(v.string()),
        }),
      ),
    }),
  ),
  format: formatSchema,
  language: v.nullable(languageSchema),
  brand: v.object({ name: v.string(), color: v.string(), site: v.string() }),
  sound: v.boolean(),
})

const copySchema = v.object({
  baseKey: v.string(),
  sentKey: v.optional(v.string(), ''),
  content: contentSchema,
})

/**
 * What was typed and not saved yet, the key of the saved content that it was typed over, and that of
 * the content last sent, which may have been saved after this copy was kept.
 */
export type UnsavedCopy = { baseKey: string; sentKey: string; content: DraftContent }

/** Keeps typed work in the browser until the server has it, so that a closed tab loses nothing. */
export class UnsavedCopies {
  readonly #storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

  constructor(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
    this.#storage = storage
  }

  read(draftId: string): UnsavedCopy | null {
    try {
      const stored = this.#storage.getItem(keyOf(draftId))
      return stored === null ? null : v.parse(copySchema, JSON.parse(stored))
    } catch {
      return null
    }
  }

  /** Does nothing when the browser's storage is full or switched off. */
  write(draftId: string, copy: UnsavedCopy): void {
    try {
      this.#storage.setItem(keyOf(draftId), JSON.stringify(copy))
    } catch {}
  }

  remove(draftId: string): void {
    try {
      this.#storage.removeItem(keyOf(draftId))
    } catch {}
  }
}

function keyOf(draftId: string): string {
  return `makara.unsaved.${draftId}`
}
