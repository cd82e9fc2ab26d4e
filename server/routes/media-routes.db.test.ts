import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  mkdir,
  readdir,
  readlink,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { endRender } from '../../shared/postgres/end-render.ts'
import { startRender } from '../../shared/postgres/start-render.ts'
import { until } from '../../shared/process/until.ts'
import { insertReadyDraft } from '../../shared/testing/test-rows.ts'
import mediaPathCases from '../fixtures/media-path-cases.json' with { type: 'json' }
import { openTestServer, type TestServer } from '../testing/open-test-server.ts'
import { type PublishedVideo, publishVideo } from '../testing/publish-video.ts'
import { rawRequest } from '../testing/raw-request.ts'

const run = promisify(execFile)
const bytes = Buffer.from(Array.from({ length: 1000 }, (_, position) => position % 251))

type Published = PublishedVideo & { id: string; path: string }

async function publish(server: TestServer, content = bytes): Promise<Published> {
  const { sql, accountId, mediaFolder } = server
  const id = await insertReadyDraft(sql, { accountId })
  const manifest = { renderId: id }
  const video = await publishVideo(
    sql,
    { id, accountId },
    { mediaFolder, bytes: content, manifest },
  )
  return { ...video, id, path: `/v1/drafts/${id}/video` }
}

function raw(server: TestServer, request: string, headers: string[] = []) {
  const lines = [`${request} HTTP/1.1`, `Authorization: ${server.authorization}`]
  return rawRequest(server.port, [...lines, ...headers])
}

test('the whole video, its headers alone, and nothing for who has it', async () => {
  await using server = await openTestServer()
  const { path, sha256 } = await publish(server)
  const whole = await raw(server, `GET ${path}`)
  expect(whole.status).toBe(200)
  expect(whole.body.equals(bytes)).toBe(true)
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-length': '1000',
    'content-type': 'video/mp4',
    etag: `"${sha256}"`,
    'x-content-type-options': 'nosniff',
  })
  expect(whole.headers.has('transfer-encoding')).toBe(false)

  const head = await raw(server, `HEAD ${path}`)
  expect(head.status).toBe(200)
  expect(head.body).toHaveLength(0)
  for (const name of ['content-length', 'etag', 'content-type', 'accept-ranges']) {
    expect(head.headers.get(name)).toBe(whole.headers.get(name))
  }

  for (const known of [`"${sha256}"`, `"x", W/"${sha256}"`, '*']) {
    const same = await raw(server, `GET ${path}`, [`If-None-Match: ${known}`])
    expect([same.status, same.body.length]).toEqual([304, 0])
  }
  const other = await raw(server, `GET ${path}`, ['If-None-Match: "x"'])
  expect(other.status).toBe(200)
})

test('one range is cut out, several are answered with the whole, none with 416', async () => {
  await using server = await openTestServer()
  const { path, sha256 } = await publish(server)
  const ranged = (range: string, ...more: string[]) =>
    raw(server, `GET ${path}`, [`Range: ${range}`, ...more])

  for (const [range, first, last] of [
    ['bytes=0-0', 0, 0],
    ['bytes=100-199', 100, 199],
    ['bytes=990-', 990, 999],
    ['bytes=-5', 995, 999],
  ] as const) {
    const part = await ranged(range)
    expect([range, part.status]).toEqual([range, 206])
    expect(part.headers.get('content-range')).toBe(`bytes ${first}-${last}/1000`)
    expect(part.headers.get('content-length')).toBe(String(last - first + 1))
    expect(part.body.equals(bytes.subarray(first, last + 1))).toBe(true)
  }
  expect((await ranged('bytes=0-1,5-6')).status).toBe(200)
  expect((await ranged('bytes=0-9', `If-Range: "${sha256}"`)).status).toBe(206)
  expect((await ranged('bytes=0-9', 'If-Range: "older"')).body).toHaveLength(1000)
  const beyond = await ranged('bytes=1000-')
  expect(beyond.status).toBe(416)
  expect(beyond.headers.get('content-range')).toBe('bytes */1000')
  const head = await raw(server, `HEAD ${path}`, ['Range: bytes=0-9'])
  expect([head.status, head.headers.get('content-length')]).toEqual([206, '10'])
})

test('a download is named after the draft', async () => {
  await using server = await openTestServer()
  const { path } = await publish(server)
  const named = await raw(server, `HEAD ${path}?download=1`)
  expect(named.headers.get('content-disposition')).toContain('filename="A kettle that waits.mp4"')
  const played = await raw(server, `HEAD ${path}`)
  expect(played.headers.has('content-disposition')).toBe(false)
})

test('poster and manifest stand beside the video; an undocumented one has no manifest', async () => {
  await using server = await openTestServer()
  const { id, outputId } = await publish(server)
  const poster = await raw(server, `GET /v1/drafts/${id}/poster`)
  expect([poster.headers.get('content-type'), String(poster.body)]).toEqual([
    'image/jpeg',
    'a poster',
  ])
  const manifest = await raw(server, `GET /v1/drafts/${id}/manifest`)
  expect(manifest.headers.get('content-type')).toBe('application/json')
  expect(manifest.headers.get('etag')).toBe(`"${outputId}"`)
  expect(JSON.parse(String(manifest.body))).toEqual({ renderId: id })

  await server.sql`update outputs set manifest_file = null`
  const missing = await raw(server, `GET /v1/drafts/${id}/manifest`)
  expect(JSON.parse(String(missing.body))).toMatchObject({ status: 404, code: 'manifest_missing' })
  const unpublished = await insertReadyDraft(server.sql, server)
  const none = await raw(server, `GET /v1/drafts/${unpublished}/video`)
  expect(JSON.parse(String(none.body))).toMatchObject({ status: 404, code: 'video_not_published' })
})

test('no address leads out of the published files', async () => {
  await using server = await openTestServer()
  const { id } = await publish(server)
  for (const { id: name, value, expect: outcome, code } of mediaPathCases) {
    const answer = await raw(server, `GET ${value.replace('DRAFT', id)}`)
    const refused = answer.status === 200 ? undefined : JSON.parse(String(answer.body)).code
    const expected = [name, outcome === 'allow' ? 200 : 404, code]
    expect([name, answer.status, refused]).toEqual(expected)
  }
  const evil = await raw(server, 'GET /v1/drafts\\..\\x')
  expect(JSON.parse(String(evil.body))).toMatchObject({ status: 400, code: 'request_invalid' })
})

test('links, pipes, folders and paths that lead out of the media folder are not served', async () => {
  await using server = await openTestServer()
  const { path, folder } = await publish(server)
  const file = join(folder, 'video.t1.mp4')
  const serve = async () => (await raw(server, `GET ${path}`)).status
  const replace = async (make: () => unknown) => {
    await rm(file, { recursive: true, force: true })
    await make()
    return serve()
  }

  expect(await serve()).toBe(200)
  expect(await replace(() => symlink('/etc/passwd', file))).toBe(404)
  expect(await replace(() => symlink(join(folder, 'poster.t1.jpg'), file))).toBe(404)
  expect(await replace(() => run('mkfifo', [file]))).toBe(404)
  expect(await replace(() => mkdir(file))).toBe(404)
  expect(await replace(() => undefined)).toBe(404)
  expect(await replace(() => writeFile(file, 'back'))).toBe(200)

  const outside = `${server.mediaFolder}-outside`
  await rename(folder, outside)
  await symlink(outside, folder)
  expect(await serve()).toBe(404)
  await rm(folder)
  await rename(outside, folder)
  expect(await serve()).toBe(200)
  for (const row of ['../../../../../etc/passwd', '/etc/passwd', 'a\\b', '']) {
    await server.sql`update outputs set video_file = ${row}`
    expect([row, await serve()]).toEqual([row, 404])
  }
})

test.skipIf(process.platform !== 'linux')('no answer leaves its file open', async () => {
  await using server = await openTestServer()
  const large = Buffer.alloc(8 * 1024 * 1024, 1)
  const { path, sha256 } = await publish(server, large)
  for (const headers of [
    ['Range: bytes=5-9'],
    ['Range: bytes=99999999-'],
    [`If-None-Match: "${sha256}"`],
  ]) {
    await raw(server, `GET ${path}`, headers)
  }
  await raw(server, `HEAD ${path}`)
  await raw(server, `GET ${path}`)
  await abortAfterFirstBytes(server, path)

  await until('every file is closed', async () => (await findMediaFiles()).length === 0)
  expect(await findMediaFiles()).toEqual([])
})

async function findMediaFiles(): Promise<string[]> {
  const numbers = await readdir('/proc/self/fd')
  const targets = await Promise.all(
    numbers.map((number) => readlink(`/proc/self/fd/${number}`).catch(() => '')),
  )
  return targets.filter((target) => target.endsWith('.mp4'))
}

function openDownload(server: TestServer, path: string) {
  return new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    const headers = { authorization: server.authorization }
    get(`${server.origin}${path}`, { headers, agent: false }, resolve).on('error', reject)
  })
}

async function abortAfterFirstBytes(server: TestServer, path: string): Promise<void> {
  const download = await openDownload(server, path)
  await new Promise((resolve) => download.once('data', resolve))
  expect(await findMediaFiles()).not.toHaveLength(0)
  download.destroy()
}

test('a download that runs while another video is published stays the first video', async () => {
  await using server = await openTestServer()
  const first = Buffer.alloc(16 * 1024 * 1024, 1)
  const { path, id, sha256 } = await publish(server, first)
  const download = await openDownload(server, path)
  const hash = createHash('sha256')
  const { sql, accountId, mediaFolder } = server
  const second = await publishVideo(sql, { id, accountId }, { mediaFolder, bytes })
  for await (const chunk of download) hash.update(chunk)

  expect(hash.digest('hex')).toBe(sha256)
  const head = await raw(server, `HEAD ${path}`)
  expect(head.headers.get('etag')).toBe(`"${second.sha256}"`)
})

test('a large video is streamed: memory stays flat, also for a client that takes nothing', async () => {
  await using server = await openTestServer()
  const { path, folder } = await publish(server)
  const largeBytes = 200 * 1024 * 1024
  await truncate(join(folder, 'video.t1.mp4'), largeBytes)
  const stalled = await openDownload(server, path)
  const before = process.memoryUsage().rss
  let peak = before
  let received = 0
  for await (const chunk of await openDownload(server, path)) {
    received += chunk.length
    peak = Math.max(peak, process.memoryUsage().rss)
  }
  stalled.destroy()

  expect(received).toBe(largeBytes)
  expect((peak - before) / 1024 / 1024).toBeLessThan(80)
})

test('a second render that runs and fails leaves the first video where it was throughout', async () => {
  await using server = await openTestServer()
  const { sql, accountId } = server
  const { id, path, sha256 } = await publish(server)
  const served = async () => {
    const { status, body, headers } = await raw(server, `GET ${path}`)
    return { status, isFirst: body.equals(bytes), etag: headers.get('etag') }
  }
  const first = { status: 200, isFirst: true, etag: `"${sha256}"` }

  const second = await startRender(sql, { id, accountId })
  if (second.outcome !== 'started') throw new Error('Cannot start the second render')
  expect(await served()).toEqual(first)
  await sql`update renders set state = 'processing', stage = 'publishing' where id = ${second.renderId}`
  expect(await served()).toEqual(first)
  const fault = {
    code: 'output_corrupt',
    sentence: 'Damaged.',
    stage: 'assemble',
    retryable: false,
  }
  await sql.begin((tx) => endRender(tx, second.renderId, { state: 'failed', fault }))
  expect(await served()).toEqual(first)

  const again = await publishVideo(
    sql,
    { id, accountId },
    { mediaFolder: server.mediaFolder, bytes: Buffer.from('another video') },
  )
  expect((await served()).etag).toBe(`"${again.sha256}"`)
})
