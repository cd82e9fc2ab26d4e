import * as v from 'valibot'
import { alertOwner, type AlertSettings, alertUrl } from '../shared/process/alert-settings.ts'
import { leaseSeconds } from '../shared/process/lease-seconds.ts'
import { StartError } from './start-error.ts'

export type ServerConfig = {
  host: string
  port: number
  databaseUrl: string
  mediaFolder: string
  pageFolder: string
  writer: 'model' | 'offline'
  /** Internal host names whose pages may be read all the same. */
  allowedHosts: string[]
  leaseSeconds: number
  alerts: AlertSettings
}

const environmentSchema = v.object({
  HOST: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty')), '127.0.0.1'),
  PORT: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,5}$/, 'must be a number from 0 to 65535'),
      v.transform(Number),
      v.maxValue(65_535, 'must be a number from 0 to 65535'),
    ),
    '3210',
  ),
  DATABASE_URL: v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')),
  MEDIA_FOLDER: v.pipe(v.string(), v.nonEmpty('must not be empty')),
  PAGE_FOLDER: v.optional(v.pipe(v.string(), v.nonEmpty('must not be empty')), 'dist/page'),
  OPENAI_API_KEY: v.optional(v.string(), ''),
  MAKARA_ALLOWED_HOSTS: v.optional(v.string(), ''),
  LEASE_SECONDS: leaseSeconds,
  ALERT_URL: alertUrl,
  ALERT_OWNER: alertOwner,
})

/**
 * Reads the server's settings from environment variables.
 * @throws `StartError` with one sentence per setting that does not fit; values are never repeated in it.
 */
export function parseConfig(environment: Record<string, string | undefined>): ServerConfig {
  const parsed = v.safeParse(environmentSchema, environment)
  if (!parsed.success) throw new StartError(parsed.issues.map(sentenceOf).join('\n'))
  const settings = parsed.output
  return {
    host: settings.HOST,
    port: settings.PORT,
    databaseUrl: settings.DATABASE_URL,
    mediaFolder: settings.MEDIA_FOLDER,
    pageFolder: settings.PAGE_FOLDER,
    writer: settings.OPENAI_API_KEY.trim() === '' ? 'offline' : 'model',
    allowedHosts: settings.MAKARA_ALLOWED_HOSTS.split(',')
      .map((host) => host.trim())
      .filter((host) => host !== ''),
    leaseSeconds: settings.LEASE_SECONDS,
    alerts: { url: settings.ALERT_URL, owner: settings.ALERT_OWNER },
  }
}

const missingSentences: Record<string, string> = {
  DATABASE_URL: 'is missing: set it to postgres://user:password@host:port/database',
  MEDIA_FOLDER: 'is missing: set it to the folder that holds the finished videos',
}

function sentenceOf(issue: v.BaseIssue<unknown>): string {
  const name = v.getDotPath(issue) ?? 'The environment'
  const reason = issue.input === undefined ? missingSentences[name] : undefined
  return `${name} ${reason ?? issue.message}.`
}
