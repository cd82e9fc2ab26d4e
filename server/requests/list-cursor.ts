import * as v from 'valibot'

/** A position in a list as the text that clients send back without reading it. */
export function cursorOf(position: Record<string, string | number>): string {
  return btoa(JSON.stringify(position)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** The position that a cursor stands for; undefined when it was not made here. */
export function positionOf<Schema extends v.GenericSchema>(
  schema: Schema,
  cursor: string,
): v.InferOutput<Schema> | undefined {
  try {
    const text = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))
    const parsed = v.safeParse(schema, JSON.parse(text))
    return parsed.success ? parsed.output : undefined
  } catch {
    return undefined
  }
}
