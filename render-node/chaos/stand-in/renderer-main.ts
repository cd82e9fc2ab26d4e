import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { wavFileOf } from '../../../compositions/wav-file.ts'
import type { Composition, RendererTask } from '../../renderer/renderer-protocol.ts'
import { serveTasks } from '../../renderer/serve-tasks.ts'
import { copyChunk, copyStill } from './fixture-files.ts'
import { compositionOf } from '../../testing/composition-of.ts'

// Stands for the renderer where only its pixels do not matter: it takes its time in small steps, so
// that whoever kills it hits it in the middle, and everything else about its files is real.

const frameMs = 4
const stepFrames = 10
const samplesPerSecond = 48_000

// As Chrome: in a session of its own, and gone a moment after its pipe is closed.
spawn('sh', ['-c', 'cat; sleep 1'], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })

serveTasks(async ({ task, scratchFolder }, reportFrames) => {
  process.env.TMPDIR = scratchFolder
  if (task.kind === 'warm-up') return undefined
  if (task.kind === 'select') {
    await delay(100)
    return compositionOf(task)
  }
  await makeFile(task, reportFrames)
  return undefined
})

async function makeFile(
  task: Exclude<RendererTask, { kind: 'select' | 'warm-up' }>,
  reportFrames: (framesDone: number) => void,
): Promise<void> {
  switch (task.kind) {
    case 'chunk':
      return renderChunk(task, reportFrames)
    case 'sound':
      await delay(200)
      return writeSilence(task.file, task.composition)
    case 'still':
      await delay(50)
      return copyStill(task.bundleFolder, { ...task.composition, file: task.file })
    case 'combine':
      return combine(task)
  }
}

async function renderChunk(
  task: Extract<RendererTask, { kind: 'chunk' }>,
  reportFrames: (framesDone: number) => void,
): Promise<void> {
  const [first, last] = task.frameRange
  const frameCount = last - first + 1
  for (let done = 0; done < frameCount; ) {
    const frames = Math.min(stepFrames, frameCount - done)
    await delay(frames * frameMs)
    done += frames
    reportFrames(done)
  }
  await copyChunk(task.bundleFolder, { ...task.composition, frameCount, file: task.file })
}

async function writeSilence(file: string, video: Composition): Promise<void> {
  const sampleCount = Math.round((video.durationInFrames / video.fps) * samplesPerSecond)
  const silence = new Float32Array(sampleCount)
  await writeFile(file, wavFileOf({ left: silence, right: silence }, samplesPerSecond))
}

async function combine(task: Extract<RendererTask, { kind: 'combine' }>): Promise<void> {
  const { combineParts } = await import('../../renderer/combine-parts.ts')
  await combineParts(task)
}
