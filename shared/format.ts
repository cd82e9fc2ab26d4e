import * as v from 'valibot'

/** The formats a draft can have. Each is one file in `compositions/` and one entry here. */
export const formats = [
  { id: 'story', name: 'Story', description: 'A picture for every scene, captions on top' },
  { id: 'promo', name: 'Promo', description: 'Bold type in your brand colours' },
] as const

export const formatSchema = v.picklist(formats.map((format) => format.id))
export type Format = v.InferOutput<typeof formatSchema>
