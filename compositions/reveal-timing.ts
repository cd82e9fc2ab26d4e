const revealFramesMax = 24
const wordFramesMax = 14

/** When each word comes in, in frames of its scene: all are in within the first quarter. */
export function revealTimingOf(options: {
  wordCount: number
  sceneFrames: number
  startFrame: number
}) {
  const { wordCount, sceneFrames, startFrame } = options
  const end = Math.min(Math.floor(sceneFrames / 4), startFrame + revealFramesMax)
  const total = Math.max(4, end - startFrame)
  const wordFrames = Math.min(wordFramesMax, total)
  const stagger = wordCount > 1 ? (total - wordFrames) / (wordCount - 1) : 0
  return { wordFrames, startOf: (index: number) => startFrame + index * stagger }
}
