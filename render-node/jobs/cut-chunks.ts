/** A frame range of a render. */
export type Chunk = { firstFrame: number; frameCount: number }

/** Frames of a chunk that is neither too short for its overhead nor too long to lose: 5 s of video. */
export const chunkFramesTarget = 150
const chunkFramesMin = 30

/**
 * Cuts a video at scene boundaries into chunks of about `chunkFramesTarget` frames: short scenes are
 * joined, long ones are cut inside. The chunks cover every frame once, in order.
 */
export function cutChunks(sceneFrameCounts: number[]): Chunk[] {
  const lengths = joinShortScenes(sceneFrameCounts).flatMap(cutLongScene)
  let firstFrame = 0
  return lengths.map((frameCount) => {
    const chunk = { firstFrame, frameCount }
    firstFrame += frameCount
    return chunk
  })
}

function joinShortScenes(lengths: number[]): number[] {
  const joined: number[] = []
  for (const length of lengths) {
    const last = joined.at(-1)
    if (last !== undefined && last + length <= chunkFramesTarget) {
      joined[joined.length - 1] = last + length
    } else joined.push(length)
  }
  return joined
}

function cutLongScene(length: number): number[] {
  if (length < chunkFramesTarget + chunkFramesMin) return [length]
  const count = Math.round(length / chunkFramesTarget)
  const base = Math.floor(length / count)
  return Array.from({ length: count }, (_, position) =>
    position < length % count ? base + 1 : base,
  )
}
