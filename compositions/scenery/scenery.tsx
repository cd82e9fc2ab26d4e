import { createElement, type ComponentType } from 'react'
import type { VideoScene } from '../../shared/video-props.ts'
import { pickOf } from '../scene-random.ts'
import { ArchScenery } from './arch-scenery.tsx'
import { BalloonScenery } from './balloon-scenery.tsx'
import { CityScenery } from './city-scenery.tsx'
import { HillsScenery } from './hills-scenery.tsx'
import { LeafScenery } from './leaf-scenery.tsx'
import { OrbitScenery } from './orbit-scenery.tsx'
import { PeakScenery } from './peak-scenery.tsx'
import { RayScenery } from './ray-scenery.tsx'
import type { SceneryProps } from './scenery-props.ts'
import { StepScenery } from './step-scenery.tsx'
import { TileScenery } from './tile-scenery.tsx'
import { WaveScenery } from './wave-scenery.tsx'

type Choices = readonly [ComponentType<SceneryProps>, ...ComponentType<SceneryProps>[]]

const choicesOf: Record<VideoScene['kind'], Choices> = {
  hook: [RayScenery, HillsScenery, OrbitScenery, PeakScenery, BalloonScenery],
  point: [
    HillsScenery,
    ArchScenery,
    TileScenery,
    WaveScenery,
    LeafScenery,
    OrbitScenery,
    PeakScenery,
    BalloonScenery,
    CityScenery,
  ],
  number: [StepScenery, TileScenery, CityScenery],
  quote: [LeafScenery, WaveScenery, PeakScenery],
  call: [RayScenery, ArchScenery, BalloonScenery],
}

/** A picture drawn for a scene that has none, the same every time for the same scene. */
export function Scenery({ kind, ...props }: SceneryProps & { kind: VideoScene['kind'] }) {
  const [skyTop, skyBottom] = props.scheme.sky
  return (
    <svg viewBox="0 0 1080 1920" width={1080} height={1920} style={{ position: 'absolute' }}>
      <linearGradient id={`sky-${props.seed}`} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor={skyTop} />
        <stop offset={(props.bottom * 0.75) / 1920} stopColor={skyBottom} />
      </linearGradient>
      <rect width={1080} height={1920} fill={`url(#sky-${props.seed})`} />
      {createElement(pickOf(`scenery ${props.seed}`, choicesOf[kind]), props)}
    </svg>
  )
}
