import { Failure } from '../../shared/failure.ts'
import type { Probe } from './probe-video.ts'

/** What the plan promised about the finished file. */
export type VideoPlan = {
  width: number
  height: number
  fps: number
  frameCount: number
  sound: boolean
}

/**
 * Holds a decoded file against its plan.
 * @throws Failure `output_mismatch`, naming every difference; never retried, as the same input would
 * give the same file.
 */
export function checkCandidate(probe: Probe, plan: VideoPlan): void {
  const differences = [
    ...differencesOfPicture(probe, plan),
    ...differencesOfSound(probe, plan),
    ...(probe.indexFirst ? [] : ['the index comes after the data']),
  ]
  if (differences.length === 0) return
  throw new Failure({
    code: 'output_mismatch',
    sentence: 'The finished video is not what was planned.',
    evidence: { differences, probe },
  })
}

function differencesOfPicture(probe: Probe, plan: VideoPlan): string[] {
  const videos = probe.streams.filter((stream) => stream.codec_type === 'video')
  const [video] = videos
  if (!video || videos.length > 1) return [`expected 1 video stream, got ${videos.length}`]
  return compare([
    ['codec', 'h264', video.codec_name],
    ['width', plan.width, video.width],
    ['height', plan.height, video.height],
    ['pixel format', 'yuv420p', video.pix_fmt],
    ['color range', 'tv', video.color_range],
    ['color space', 'bt709', video.color_space],
    ['color transfer', 'bt709', video.color_transfer],
    ['color primaries', 'bt709', video.color_primaries],
    ['frame rate', `${plan.fps}/1`, video.avg_frame_rate],
    ['frames', String(plan.frameCount), video.nb_read_frames],
  ])
}

function differencesOfSound(probe: Probe, plan: VideoPlan): string[] {
  const sounds = probe.streams.filter((stream) => stream.codec_type === 'audio')
  const expected = plan.sound ? 1 : 0
  const [sound] = sounds
  if (sounds.length !== expected) {
    return [`expected ${expected} audio streams, got ${sounds.length}`]
  }
  if (!sound) return []
  const framesApart = Math.abs(Number(sound.duration) * plan.fps - plan.frameCount)
  return [
    ...compare([
      ['audio codec', 'aac', sound.codec_name],
      ['sample rate', '48000', sound.sample_rate],
    ]),
    ...(framesApart <= 1 ? [] : [`sound and picture differ by ${framesApart.toFixed(2)} frames`]),
  ]
}

type Value = string | number | undefined

function compare(rows: [what: string, expected: Value, got: Value][]): string[] {
  return rows
    .filter(([, expected, got]) => expected !== got)
    .map(([what, expected, got]) => `${what}: expected ${String(expected)}, got ${String(got)}`)
}
