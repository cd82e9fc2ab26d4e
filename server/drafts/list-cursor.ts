import * as v from 'valibot'
import type { ListPosition } from './select-drafts.ts'

const positionSchema = v.strictObject({
  createdMicros: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  id: v.pipe(v.string(), v.uuid()),
})

/** A position as the text that clients send back without reading it. */
export function cursorOf(position: ListPosition): string {
  return btoa(JSON.stringify(position)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** The position that a cursor stands for; undefined when it was not made here. */
export function positionOf(cursor: string): ListPosition | undefined {
  try {
    const text = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))
    const parsed = v.safeParse(positionSchema, JSON.parse(text))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}
