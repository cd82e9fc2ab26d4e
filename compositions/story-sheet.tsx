import { mixOf } from './color-math.ts'
import { pickOf, randomOf } from './scene-random.ts'
import { ridgeOf } from './scenery/ridge-path.ts'
import type { StoryScheme } from './story-scheme.ts'

/** The foremost sheet of paper, on which the text stands; its upper edge differs by scene. */
export function StorySheet({
  scheme,
  seed,
  top,
  frame,
  rise,
}: {
  scheme: StoryScheme
  seed: string
  top: number
  frame: number
  /** 0 when the sheet has arrived. */
  rise: number
}) {
  const edge = pickOf(`edge ${seed}`, edges)
  const isFlipped = randomOf(`flip ${seed}`)() < 0.5
  const drift = Math.sin(frame / 45) * 14
  const flip = isFlipped ? 'translate(1080 0) scale(-1 1)' : ''
  return (
    <svg viewBox="0 0 1080 1920" width={1080} height={1920} style={{ position: 'absolute' }}>
      <g transform={`translate(0 ${top + rise * 260}) ${flip}`}>
        <path
          d={edge}
          fill={scheme.layers[3]}
          transform={`translate(${-drift} ${-62 + rise * 90})`}
        />
        <path d={edge} fill="#000" opacity={0.08} transform={`translate(${drift} -16)`} />
        <path d={edge} fill={scheme.sheet} transform={`translate(${drift} 0)`} />
      </g>
      {[0, 1].map((index) => (
        <path
          key={index}
          d={foregroundOf(seed, index)}
          fill={mixOf(scheme.sheet, scheme.layers[2], 0.14 + 0.16 * index)}
          transform={`translate(${Math.sin(frame / 50 + index * 2) * 30} ${rise * 120 * (index + 1)})`}
        />
      ))}
    </svg>
  )
}

// Low ground where players lay their own titles, so that the foot of the frame is not empty.
function foregroundOf(seed: string, index: number): string {
  return ridgeOf({
    random: randomOf(`foreground ${seed} ${index}`),
    baseline: 1690 + index * 95,
    amplitude: 40,
    count: 0.8 + index * 0.3,
    depth: 400,
  }).path
}

// Every edge stays above y = 40, so that text starts on the sheet wherever the sheet drifts to.
const edges = [
  'M-80 30C240 -90 700 -70 1160 38V1900H-80Z',
  'M-80 40Q540 -150 1160 40V1900H-80Z',
  'M-80 -70C200 70 520 60 760 -20S1060 -90 1160 -50V1900H-80Z',
  'M-80 36L1160 -96V1900H-80Z',
] as const
