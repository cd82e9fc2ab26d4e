import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import * as v from 'valibot'
import type { Draft } from '../../shared/draft.ts'
import type { Format } from '../../shared/format.ts'
import type { Language } from '../../shared/language.ts'
import { until } from '../../shared/process/until.ts'
import { isFinal, type RenderSnapshot } from '../../shared/render.ts'
import type { ApiClient } from './api-client.ts'
import type { VideoSource } from './read-source.ts'

const pollMs = 400

/**
 * Makes one video through the API and leaves it and its manifest as files. Returns the manifest.
 * When the signal aborts, a running render is cancelled.
 * @throws with the draft's or render's own sentence when it fails.
 */
export async function makeVideo(
  video: { source: VideoSource; output: string; format: Format; language: Language | undefined },
  use: {
    client: ApiClient
    signal: AbortSignal
    onRender: (render: RenderSnapshot) => void
    tell: (line: string) => void
  },
): Promise<string> {
  const { client, signal, tell } = use
  await mkdir(dirname(video.output), { recursive: true })
  const created = await createDraft(client, video)
  tell('Reading the page and writing the script…')
  const draft = await untilWritten(client, created, signal)
  const sceneCount = draft.script?.scenes.length ?? 0
  tell(`Script: ${sceneCount} ${sceneCount === 1 ? 'scene' : 'scenes'}, “${draft.title}”`)
  const render = await client.startRender(draft.id)
  const ended = await untilEnded(client, render, use)
  if (ended.state !== 'done')
    throw new Error(ended.fault?.sentence ?? `The render was ${ended.state}.`)
  return download(client, draft.id, video.output)
}

async function createDraft(
  client: ApiClient,
  video: { source: VideoSource; format: Format; language: Language | undefined },
): Promise<Draft> {
  const { source, format, language } = video
  const options = { format, ...(language && { language }) }
  if (source.kind === 'url') return client.createDraft({ url: source.url, ...options })
  return client.createHtmlDraft(source.bytes, { name: source.name, ...options })
}

async function untilWritten(
  client: ApiClient,
  created: Draft,
  signal: AbortSignal,
): Promise<Draft> {
  for (let draft = created; ; draft = await client.readDraft(created.id)) {
    if (draft.state === 'ready') return draft
    if (draft.state === 'failed') throw new Error(draft.fault?.sentence ?? 'The script failed.')
    await delay(pollMs, undefined, { signal })
  }
}

async function untilEnded(
  client: ApiClient,
  started: RenderSnapshot,
  use: { signal: AbortSignal; onRender: (render: RenderSnapshot) => void },
): Promise<RenderSnapshot> {
  try {
    for (let render = started; ; render = await client.readRender(started.id)) {
      use.onRender(render)
      if (isFinal(render.state)) return render
      await delay(pollMs, undefined, { signal: use.signal })
    }
  } catch (error) {
    if (use.signal.aborted) await cancel(client, started.id)
    throw error
  }
}

// A node that draws it notices within a second or two.
async function cancel(client: ApiClient, renderId: string): Promise<void> {
  await client.cancelRender(renderId)
  await until(
    'the render is cancelled',
    async () => isFinal((await client.readRender(renderId)).state),
    { withinMs: 15_000 },
  )
}

const manifestSchema = v.looseObject({ sha256: v.string() })

// Both files appear under their names only when they are whole.
async function download(client: ApiClient, draftId: string, output: string): Promise<string> {
  const manifest = await client.readManifest(draftId)
  const { sha256 } = v.parse(v.pipe(v.string(), v.parseJson(), manifestSchema), manifest)
  const unfinished = `${output}.part`
  try {
    const got = await saveVideo(await client.readVideo(draftId), unfinished)
    if (got !== sha256) throw new Error('The downloaded video differs from its manifest.')
    await rename(unfinished, output)
  } finally {
    await rm(unfinished, { force: true })
  }
  await writeFile(output.replace(/\.mp4$/, '.manifest.json'), manifest)
  return manifest
}

async function saveVideo(response: Response, file: string): Promise<string> {
  if (!response.body) throw new Error('The server sent no video.')
  const hash = createHash('sha256')
  const hashing = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  await pipeline(response.body, hashing, createWriteStream(file))
  return hash.digest('hex')
}
