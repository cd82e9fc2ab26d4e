import { access, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { removeFolder } from '../../shared/process/remove-folder.ts'
import { Failure } from '../../shared/failure.ts'
import type { Sql } from '../../shared/postgres/connect.ts'
import { faultPoint } from '../../shared/process/fault-point.ts'
import { candidateFolder, fingerprint, moveIntoPlace } from '../output/media-files.ts'
import type { RendererTask } from '../renderer/renderer-protocol.ts'
import type { PartJob } from '../queue/read-payload.ts'
import type { JobResult, RenderJobContext } from './job-context.ts'
import { type LiveRender, readLiveRender } from './live-render.ts'
import { storePart } from './store-part.ts'

type Part = { position: number; kind: 'chunk' | 'sound'; firstFrame: number; frameCount: number }

/** Renders one part of a video, a chunk of its picture or its whole sound, and stores the file. */
export async function renderPart(context: RenderJobContext<PartJob>): Promise<JobResult> {
  const { sql, job, config, control } = context
  const render = await readLiveRender(sql, job)
  if (!render) return { outcome: 'stopped' }
  const part = await readPart(sql, render.id, job.payload.position)
  if (!part) return { outcome: 'moot' }
  const startedAt = performance.now()
  const folder = candidateFolder(config.mediaFolder, { renderId: render.id, token: job.token })
  await mkdir(folder, { recursive: true })
  try {
    const suffix = part.kind === 'chunk' ? 'ts' : 'wav'
    const unfinished = join(folder, `part.${suffix}`)
    const task = await taskOf(part, render, { context, file: unfinished })
    await context.renderer.perform(task, {
      signal: control.signal,
      onFrames: (framesDone) => {
        if (part.kind === 'chunk') control.reportFrames(framesDone)
      },
      onWords: (words) => control.reportWords(words),
    })
    await faultPoint('part.rendered')
    const file = `${render.id}/parts/${part.position}.${job.token}.${suffix}`
    const stored = { ...(await fingerprint(unfinished)), file }
    await moveIntoPlace(unfinished, config.mediaFolder, file)
    await faultPoint('part.moved')
    const workMs = Math.round(performance.now() - startedAt)
    return {
      outcome: 'done',
      settle: async (tx) => {
        await faultPoint('part.before-settle')
        await storePart(tx, { render, part, stored: { ...stored, workMs } })
      },
    }
  } finally {
    await removeFolder(folder)
  }
}

async function readPart(sql: Sql, renderId: string, position: number): Promise<Part | undefined> {
  const [part] = await sql<Part[]>`
    select position, kind, first_frame as "firstFrame", frame_count as "frameCount"
    from render_parts
    where render_id = ${renderId} and position = ${position} and file is null`
  return part
}

async function taskOf(
  part: Part,
  render: LiveRender,
  use: { context: RenderJobContext; file: string },
): Promise<RendererTask> {
  if (!render.composition) throw new Error('Cannot render a part: the render has no plan')
  // A chunk is silent: without the sound its frames need no other file than the bundle's.
  const props = { ...render.props, sound: part.kind === 'sound' }
  const common = {
    bundleFolder: await bundleFolderOf(render, use.context),
    composition: { ...render.composition, props },
    props,
    file: use.file,
  }
  if (part.kind === 'sound') return { kind: 'sound', ...common }
  return {
    kind: 'chunk',
    ...common,
    frameRange: [part.firstFrame, part.firstFrame + part.frameCount - 1],
    concurrency: use.context.config.concurrency,
  }
}

/** The bundle that the render was planned with: every chunk of a video comes from the same one. */
export async function bundleFolderOf(
  render: LiveRender,
  context: RenderJobContext,
): Promise<string> {
  const folder = join(context.config.dataFolder, 'bundles', render.bundleHash ?? '')
  await access(folder).catch((cause) => {
    throw new Failure({
      code: 'bundle_missing',
      sentence: 'This machine does not have the release that the video was started with.',
      retryable: true,
      evidence: { bundleHash: render.bundleHash },
      cause,
    })
  })
  return folder
}
