import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { removeFolder } from '../../shared/process/remove-folder.ts'
import { Failure } from '../../shared/failure.ts'
import { faultPoint } from '../../shared/process/fault-point.ts'
import { log } from '../../shared/process/log.ts'
import { frameSize, fps } from '../../shared/video-props.ts'
import { checkCandidate } from '../output/check-candidate.ts'
import {
  candidateFolder,
  fingerprint,
  moveIntoPlace,
  removeWorkFiles,
} from '../output/media-files.ts'
import { probeVideo, type Probe } from '../output/probe-video.ts'
import { manifestOf } from '../output/manifest-of.ts'
import type { JobResult, RenderJobContext } from './job-context.ts'
import { enterStage, type LiveRender, readLiveRender } from './live-render.ts'
import { type PartFile, readParts } from './read-parts.ts'
import { damagedParts, mayRemake, remakeParts } from './remake-parts.ts'
import { type Published, publishVideo } from './publish-video.ts'
import { bundleFolderOf } from './render-part.ts'

type Candidate = { file: string; posterFile: string; probe: Probe; sha256: string; bytes: number }

/** Joins the parts into a candidate, checks it, and publishes it if it is what was planned. */
export async function assembleVideo(context: RenderJobContext): Promise<JobResult> {
  const { sql, job, config } = context
  if (!(await enterStage(sql, job, 'assembling'))) return { outcome: 'stopped' }
  const render = await readLiveRender(sql, job)
  if (!render) return { outcome: 'stopped' }
  const parts = await readParts(sql, render.id)
  const damaged = await damagedParts(parts, config.mediaFolder)
  if (damaged.length > 0) {
    if (!(await mayRemake(sql, render.id))) throw partsLost(damaged)
    return { outcome: 'done', settle: (tx) => remakeParts(tx, render, damaged) }
  }
  const folder = candidateFolder(config.mediaFolder, { renderId: render.id, token: job.token })
  await mkdir(folder, { recursive: true })
  try {
    const candidate = await makeCandidate(context, { render, parts, folder })
    await context.control.whenFresh()
    await faultPoint('assemble.before-publishing')
    if (!(await enterStage(sql, job, 'publishing'))) return { outcome: 'stopped' }
    const published = await moveAllIntoPlace(context, { render, parts, candidate })
    return {
      outcome: 'done',
      settle: (tx) => publishVideo(tx, { render, candidate, published }),
      afterwards: async () => {
        await faultPoint('publish.after-commit')
        await removeWorkFiles(config.mediaFolder, render.id)
      },
    }
  } finally {
    await removeFolder(folder)
  }
}

async function makeCandidate(
  context: RenderJobContext,
  made: { render: LiveRender; parts: PartFile[]; folder: string },
): Promise<Candidate> {
  const { render, parts, folder } = made
  const { renderer, config, control } = context
  const { signal } = control
  if (!render.composition) throw new Error('Cannot assemble: the render has no plan')
  const pathsOf = (kind: string) =>
    parts.filter((part) => part.kind === kind).map((part) => join(config.mediaFolder, part.file))
  const file = join(folder, 'candidate.mp4')
  await renderer.perform(
    {
      kind: 'combine',
      chunkFiles: pathsOf('chunk'),
      soundFile: pathsOf('sound')[0] ?? null,
      frameCount: render.frameCount,
      fps,
      file,
    },
    { signal, onWords: (words) => control.reportWords(words) },
  )
  await faultPoint('assemble.combined')
  const probe = await probeVideo(file, { ffprobe: context.prepared.ffprobe, signal })
  const { frameCount, props } = render
  checkCandidate(probe, { ...frameSize, fps, frameCount, sound: props.sound })
  await faultPoint('assemble.checked')
  const posterFile = join(folder, 'poster.jpg')
  await renderer.perform(
    {
      kind: 'still',
      bundleFolder: await bundleFolderOf(render, context),
      composition: render.composition,
      props,
      frame: Math.floor((props.scenes[0]?.frameCount ?? 2) / 2),
      file: posterFile,
    },
    { signal, onWords: (words) => control.reportWords(words) },
  )
  return { file, posterFile, probe, ...(await fingerprint(file)) }
}

function partsLost(damaged: PartFile[]): Failure {
  return new Failure({
    code: 'part_damaged',
    sentence: 'Finished pieces of the video were lost or changed on disk, again and again.',
    evidence: { damaged },
  })
}

async function moveAllIntoPlace(
  context: RenderJobContext,
  finished: { render: LiveRender; parts: PartFile[]; candidate: Candidate },
): Promise<Published> {
  const { render, candidate } = finished
  const { mediaFolder } = context.config
  const { token } = context.job
  const videoFile = `${render.id}/video.${token}.mp4`
  const posterFile = `${render.id}/poster.${token}.jpg`
  await moveIntoPlace(candidate.file, mediaFolder, videoFile)
  await faultPoint('publish.video-moved')
  await moveIntoPlace(candidate.posterFile, mediaFolder, posterFile)
  const manifestFile = await writeManifest(context, finished)
  await faultPoint('publish.manifest-written')
  return { videoFile, posterFile, manifestFile }
}

// A video without its manifest is still the video: it is published as undocumented.
async function writeManifest(
  context: RenderJobContext,
  finished: { render: LiveRender; parts: PartFile[]; candidate: Candidate },
): Promise<string | null> {
  const { job, config } = context
  const name = `${finished.render.id}/manifest.${job.token}.json`
  const unfinished = join(
    candidateFolder(config.mediaFolder, { renderId: finished.render.id, token: job.token }),
    'manifest.json',
  )
  try {
    const manifest = manifestOf({ ...finished, nodeName: config.nodeName })
    await writeFile(unfinished, `${JSON.stringify(manifest, null, 2)}\n`)
    await moveIntoPlace(unfinished, config.mediaFolder, name)
    return name
  } catch (error) {
    log('manifest.not-written', { renderId: finished.render.id, error: String(error) })
    return null
  }
}
