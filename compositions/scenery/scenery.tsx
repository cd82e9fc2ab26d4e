import { createElement, type ComponentType } from 'react'
import type { Scenery as SceneryName } from '../../shared/scenery.ts'
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

const componentOf: Record<SceneryName, ComponentType<SceneryProps>> = {
  ray: RayScenery,
  hills: HillsScenery,
  orbit: OrbitScenery,
  peak: PeakScenery,
  balloon: BalloonScenery,
  arch: ArchScenery,
  tile: TileScenery,
  wave: WaveScenery,
  leaf: LeafScenery,
  city: CityScenery,
  step: StepScenery,
}

/** A picture drawn for a scene that has none, the same every time for the same scene. */
export function Scenery({ name, ...props }: SceneryProps & { name: SceneryName }) {
  const [skyTop, skyBottom] = props.scheme.sky
  return (
    <svg viewBox="0 0 1080 1920" width={1080} height={1920} style={{ position: 'absolute' }}>
      <linearGradient id={`sky-${props.seed}`} x1="0" y1="0" x2="0" y2="1">
        <stop offset="0" stopColor={skyTop} />
        <stop offset={(props.bottom * 0.75) / 1920} stopColor={skyBottom} />
      </linearGradient>
      <rect width={1080} height={1920} fill={`url(#sky-${props.seed})`} />
      {createElement(componentOf[name], props)}
    </svg>
  )
}
