import { availableParallelism, hostname } from 'node:os'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import * as v from 'valibot'
import type { Lane } from '../shared/job-kinds.ts'
import { alertOwner, type AlertSettings, alertUrl } from '../shared/process/alert-settings.ts'
import { leaseSeconds } from '../shared/process/lease-seconds.ts'
import { wholeNumber } from '../shared/process/whole-number.ts'

const text = v.pipe(v.string(), v.trim())
const optionalText = v.optional(
  v.pipe(
    text,
    v.transform((value) => value || undefined),
  ),
)

const environmentSchema = v.object({
  DATABASE_URL: v.pipe(text, v.minLength(1, 'must be the address of a PostgreSQL database')),
  MEDIA_FOLDER: v.pipe(text, v.minLength(1, 'must be a folder')),
  DATA_FOLDER: v.optional(text, '.makara'),
  NODE_NAME: v.optional(text, hostname()),
  MAKARA_BROWSER: optionalText,
  MAKARA_ALLOWED_HOSTS: v.optional(text, ''),
  MAKARA_ENDS_WITH_PARENT: v.optional(text, ''),
  MAKARA_RENDERER_ENTRY: optionalText,
  NODE_ENV: optionalText,
  OPENAI_API_KEY: optionalText,
  OPENAI_BASE_URL: v.optional(text, 'https://api.openai.com/v1'),
  OPENAI_MODEL: v.optional(text, 'gpt-4.1-mini'),
  LEASE_SECONDS: leaseSeconds,
  ALERT_URL: alertUrl,
  ALERT_OWNER: alertOwner,
  DRAIN_SECONDS: wholeNumber({ min: 0, max: 3600, fallback: 25 }),
  STALL_SECONDS: wholeNumber({ min: 5, max: 3600, fallback: 60 }),
  INTERACTIVE_SLOTS: wholeNumber({ min: 0, max: 64, fallback: 4 }),
  STANDARD_SLOTS: wholeNumber({ min: 0, max: 64, fallback: 1 }),
  BULK_SLOTS: wholeNumber({ min: 0, max: 64, fallback: 1 }),
  RENDER_CONCURRENCY: wholeNumber({
    min: 1,
    max: 64,
    fallback: Math.min(availableParallelism(), 8),
  }),
})

/** A render node's settings; README lists them. Seconds and counts are whole numbers. */
export type NodeConfig = {
  databaseUrl: string
  mediaFolder: string
  dataFolder: string
  nodeName: string
  browser: string | undefined
  allowedHosts: string[]
  endsWithParent: boolean
  writer: { kind: 'offline' } | { kind: 'model'; apiKey: string; baseUrl: string; model: string }
  leaseSeconds: number
  alerts: AlertSettings
  drainSeconds: number
  stallSeconds: number
  slots: Record<Lane, number>
  concurrency: number
  /** The program of a stand-in for the renderer, in tests; its `prepare-main.ts` lies beside it. */
  rendererEntry: URL | undefined
}

/**
 * Reads the settings from environment variables.
 * @throws with one sentence that names the variable and what it must be.
 */
export function parseNodeConfig(environment: Record<string, string | undefined>): NodeConfig {
  const parsed = v.safeParse(environmentSchema, environment)
  if (!parsed.success) {
    const [issue] = parsed.issues
    throw new Error(`${v.getDotPath(issue)} ${issue.message}.`)
  }
  const env = parsed.output
  return {
    databaseUrl: env.DATABASE_URL,
    mediaFolder: resolve(env.MEDIA_FOLDER),
    dataFolder: resolve(env.DATA_FOLDER),
    nodeName: env.NODE_NAME,
    browser: env.MAKARA_BROWSER,
    allowedHosts: env.MAKARA_ALLOWED_HOSTS.split(',')
      .map((host) => host.trim())
      .filter(Boolean),
    endsWithParent: env.MAKARA_ENDS_WITH_PARENT === '1',
    writer: env.OPENAI_API_KEY
      ? {
          kind: 'model',
          apiKey: env.OPENAI_API_KEY,
          baseUrl: env.OPENAI_BASE_URL,
          model: env.OPENAI_MODEL,
        }
      : { kind: 'offline' },
    leaseSeconds: env.LEASE_SECONDS,
    alerts: { url: env.ALERT_URL, owner: env.ALERT_OWNER },
    drainSeconds: env.DRAIN_SECONDS,
    stallSeconds: env.STALL_SECONDS,
    slots: {
      interactive: env.INTERACTIVE_SLOTS,
      standard: env.STANDARD_SLOTS,
      bulk: env.BULK_SLOTS,
    },
    concurrency: env.RENDER_CONCURRENCY,
    rendererEntry: rendererEntryOf(env),
  }
}

function rendererEntryOf(env: {
  MAKARA_RENDERER_ENTRY?: string | undefined
  NODE_ENV?: string | undefined
}): URL | undefined {
  if (env.MAKARA_RENDERER_ENTRY === undefined) return undefined
  if (env.NODE_ENV !== 'test') {
    throw new Error('MAKARA_RENDERER_ENTRY is for NODE_ENV=test only.')
  }
  return pathToFileURL(resolve(env.MAKARA_RENDERER_ENTRY))
}
