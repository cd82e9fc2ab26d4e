import * as v from 'valibot'
import { brandSchema } from './brand.ts'
import { formatSchema } from './format.ts'
import { languageSchema } from './language.ts'
import { faultSchema } from './problem.ts'
import { renderSnapshotSchema } from './render.ts'
import { scriptSchema } from './script.ts'
import { safeText } from './text.ts'

export const sourceTextCharsMax = 40_000
/** Bytes of an HTML file that is sent instead of an address. */
export const htmlBytesMax = 2 * 1024 * 1024
export const urlCharsMax = 2048

const draftOptions = {
  format: v.optional(formatSchema, 'story'),
  /** Left out: the language of the page. */
  language: v.optional(languageSchema),
  sound: v.optional(v.boolean(), true),
}

/** Body of `POST /v1/drafts`: exactly one of `url` and `text`. An HTML file is sent as `text/html`. */
export const newDraftSchema = v.union([
  v.strictObject({ url: v.string(), ...draftOptions }),
  v.strictObject({
    text: safeText({ charsMin: 1, charsMax: sourceTextCharsMax }),
    ...draftOptions,
  }),
])

/** Query of `POST /v1/drafts` with a `text/html` body. */
export const newHtmlDraftQuerySchema = v.strictObject({
  format: v.optional(formatSchema, 'story'),
  language: v.optional(languageSchema),
  sound: v.optional(
    v.pipe(
      v.picklist(['true', 'false']),
      v.transform((text) => text === 'true'),
    ),
    'true',
  ),
  /** File name, shown as the draft's title until the script is written. */
  name: v.optional(safeText({ charsMax: 200 }), ''),
})

/** Body of `PATCH /v1/drafts/:id`. With `version`, a draft that has moved on answers 409. */
export const draftChangeSchema = v.strictObject({
  version: v.optional(v.pipe(v.number(), v.safeInteger())),
  script: v.optional(scriptSchema),
  format: v.optional(formatSchema),
  language: v.optional(languageSchema),
  brand: v.optional(brandSchema),
  sound: v.optional(v.boolean()),
})
export type DraftChange = v.InferOutput<typeof draftChangeSchema>

export const draftStates = ['writing', 'ready', 'failed'] as const

export const publishedVideoSchema = v.object({
  url: v.string(),
  posterUrl: v.string(),
  manifestUrl: v.string(),
  renderId: v.string(),
  bytes: v.number(),
  sha256: v.string(),
  durationSeconds: v.number(),
  width: v.number(),
  height: v.number(),
  /** False when the manifest could not be written. */
  documented: v.boolean(),
  publishedAt: v.string(),
})

export const draftSchema = v.object({
  id: v.string(),
  state: v.picklist(draftStates),
  title: v.string(),
  format: formatSchema,
  language: v.nullable(languageSchema),
  brand: brandSchema,
  sound: v.boolean(),
  source: v.object({ kind: v.picklist(['url', 'text', 'html']), url: v.nullable(v.string()) }),
  script: v.nullable(scriptSchema),
  /** Who wrote the script: the offline writer, a model, or a person who edited it. */
  scriptBy: v.nullable(v.picklist(['offline', 'model', 'person'])),
  fault: v.nullable(faultSchema),
  video: v.nullable(publishedVideoSchema),
  /** The newest render, running or ended. */
  render: v.nullable(renderSnapshotSchema),
  version: v.number(),
  createdAt: v.string(),
  updatedAt: v.string(),
})
export type Draft = v.InferOutput<typeof draftSchema>
