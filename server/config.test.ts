import { expect, test } from 'vitest'
import { parseConfig } from './config.ts'
import { StartError } from './start-error.ts'

const least = { DATABASE_URL: 'postgres://user:secret@db/makara', MEDIA_FOLDER: 'media' }

test('settings that are left out get their defaults', () => {
  expect(parseConfig(least)).toEqual({
    host: '127.0.0.1',
    port: 3210,
    databaseUrl: least.DATABASE_URL,
    mediaFolder: 'media',
    pageFolder: 'dist/page',
    writer: 'offline',
    allowedHosts: [],
    leaseSeconds: 30,
    alerts: { url: undefined, owner: 'operator' },
  })
})

test('a key for the model makes it the writer', () => {
  expect(parseConfig({ ...least, OPENAI_API_KEY: 'sk-1' }).writer).toBe('model')
  expect(parseConfig({ ...least, OPENAI_API_KEY: ' ' }).writer).toBe('offline')
})

test('allowed hosts are a list with commas', () => {
  const { allowedHosts } = parseConfig({ ...least, MAKARA_ALLOWED_HOSTS: 'wiki.corp, docs:8080,' })
  expect(allowedHosts).toEqual(['wiki.corp', 'docs:8080'])
})

test('alerts have an address and an owner, or neither', () => {
  const { alerts } = parseConfig({
    ...least,
    ALERT_URL: ' https://x.test/?key=1',
    ALERT_OWNER: 'Ada',
  })
  expect(alerts).toEqual({ url: 'https://x.test/?key=1', owner: 'Ada' })
  expect(parseConfig({ ...least, ALERT_URL: '', ALERT_OWNER: ' ' }).alerts).toEqual({
    url: undefined,
    owner: 'operator',
  })
})

const alertUrlSentence = 'ALERT_URL must be an http:// or https:// address without a user name.'

test.each([
  [{ ...least, ALERT_URL: 'hooks.test/secret' }, alertUrlSentence],
  [{ ...least, ALERT_URL: 'file:///etc/passwd' }, alertUrlSentence],
  [{ ...least, ALERT_URL: 'https://user:secret@hooks.test' }, alertUrlSentence],
  [
    { ...least, ALERT_OWNER: 'Ada\nBea' },
    'ALERT_OWNER must be one line of at most 200 characters.',
  ],
  [{ ...least, PORT: 'x' }, 'PORT must be a number from 0 to 65535.'],
  [{ ...least, PORT: '65536' }, 'PORT must be a number from 0 to 65535.'],
  [{ ...least, PORT: '-1' }, 'PORT must be a number from 0 to 65535.'],
  [{ ...least, HOST: '' }, 'HOST must not be empty.'],
  [{ ...least, DATABASE_URL: 'mysql://u:secret@x' }, 'DATABASE_URL must begin with postgres://.'],
  [
    { DATABASE_URL: least.DATABASE_URL },
    'MEDIA_FOLDER is missing: set it to the folder that holds the finished videos.',
  ],
])('a setting that does not fit is named in one sentence: %o', (environment, sentence) => {
  expect(() => parseConfig(environment)).toThrow(new StartError(sentence))
})
