import { createHash } from 'node:crypto'
import { type Scene, sceneSecondsMax } from '../../shared/script.ts'

export type SceneDraft = Omit<Scene, 'id' | 'durationSeconds'>

const secondsMin = 2.5
const secondsMax = 6
const secondsPerWord = 0.25
const totalSecondsMax = 35
const totalSecondsMin = 20
const fullSceneCount = 5

/** Gives scenes their ids and the time that reading them takes; a full script lasts 20 to 35 s. */
export function finishScenes(drafts: readonly SceneDraft[]): Scene[] {
  const seconds = drafts.map(readingSeconds)
  const total = seconds.reduce((sum, each) => sum + each, 0)
  const scale = scaleFor(total, drafts.length)
  return drafts.map((draft, index) => ({
    id: sceneId(index, draft.caption),
    ...draft,
    durationSeconds: roundedSeconds((seconds[index] ?? secondsMin) * scale),
  }))
}

function readingSeconds({ caption, narration }: SceneDraft): number {
  const wordCount = `${caption} ${narration}`.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  return Math.min(secondsMax, secondsMin + wordCount * secondsPerWord)
}

function scaleFor(total: number, sceneCount: number): number {
  if (total > totalSecondsMax) return totalSecondsMax / total
  return sceneCount >= fullSceneCount && total < totalSecondsMin
    ? (totalSecondsMin + 0.5) / total
    : 1
}

function roundedSeconds(seconds: number): number {
  return Math.floor(Math.min(sceneSecondsMax, Math.max(secondsMin, seconds)) * 10 + 1e-6) / 10
}

// The index makes scenes with equal captions differ.
function sceneId(index: number, caption: string): string {
  return createHash('sha256').update(`${index} ${caption}`).digest('hex').slice(0, 8)
}
