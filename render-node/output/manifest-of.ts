import { encoderSettings, soundSettings } from '../renderer/encoder-settings.ts'
import type { Probe } from './probe-video.ts'

/** What a published video was made from and how: the JSON file beside it. Times are ISO 8601 UTC. */
export function manifestOf(video: {
  render: {
    id: string
    draftId: string
    scriptHash: string
    bundleHash: string | null
    frameCount: number
    props: { format: string; language: string; sound: boolean }
    createdAt: Date
  }
  parts: { kind: string; position: number; frameCount: number; sha256: string; workMs: number }[]
  candidate: { sha256: string; bytes: number; probe: Probe }
  nodeName: string
}) {
  const { render, parts, candidate } = video
  const finishedAt = new Date()
  return {
    draftId: render.draftId,
    renderId: render.id,
    sha256: candidate.sha256,
    bytes: candidate.bytes,
    frameCount: render.frameCount,
    format: render.props.format,
    language: render.props.language,
    scriptHash: render.scriptHash,
    bundleHash: render.bundleHash,
    settings: { video: encoderSettings, sound: render.props.sound ? soundSettings : null },
    parts: parts.map(({ kind, position, frameCount, sha256, workMs }) => ({
      kind,
      position,
      frameCount,
      sha256,
      workMs,
    })),
    probe: candidate.probe,
    node: video.nodeName,
    requestedAt: render.createdAt.toISOString(),
    finishedAt: finishedAt.toISOString(),
    seconds: (finishedAt.getTime() - render.createdAt.getTime()) / 1000,
  }
}
