import type { RenderSnapshot } from '../../shared/render.ts'

/** For one reader: keeps the percent of a render from going back when its frames are counted anew. */
export function steadyPercent(): (render: RenderSnapshot) => RenderSnapshot {
  let shown = { id: '', percent: 0 }
  return (render) => {
    const floor = render.id === shown.id ? shown.percent : 0
    shown = { id: render.id, percent: Math.max(floor, render.percent) }
    return { ...render, percent: shown.percent }
  }
}
