import type { Draft } from '../../../shared/draft.ts'
import type { RenderSnapshot } from '../../../shared/render.ts'
import type { Scene } from '../../../shared/script.ts'

const createdAt = '2026-01-01T00:00:00.000Z'

/** A written draft of three scenes, `aaaa`, `bbbb` and `cccc`, that was never rendered. */
export function sampleDraft(change: Partial<Draft> = {}): Draft {
  return {
    id: 'd1',
    state: 'ready',
    title: 'Tea',
    format: 'story',
    language: 'en',
    brand: { name: 'Harbor Tea', color: '#0f766e', site: 'example.com' },
    sound: true,
    source: { kind: 'url', url: 'https://example.com' },
    script: {
      title: 'Tea',
      scenes: [
        sampleScene('aaaa', 'hook'),
        sampleScene('bbbb', 'point'),
        sampleScene('cccc', 'call'),
      ],
    },
    scriptBy: 'offline',
    fault: null,
    video: null,
    render: null,
    version: 3,
    createdAt,
    updatedAt: createdAt,
    ...change,
  }
}

export function sampleRender(change: Partial<RenderSnapshot> = {}): RenderSnapshot {
  return {
    id: 'r1',
    draftId: 'd1',
    state: 'processing',
    stage: 'rendering',
    percent: 43.6,
    framesDone: 120,
    frameCount: 300,
    cancelRequested: false,
    fault: null,
    createdAt,
    startedAt: createdAt,
    finishedAt: null,
    lastSignAt: createdAt,
    version: 1,
    links: { self: '/r', events: '/e', draft: '/d', video: '/v' },
    ...change,
  }
}

export function sampleVideo(renderId: string): NonNullable<Draft['video']> {
  return {
    url: '/v',
    posterUrl: '/p',
    manifestUrl: '/m',
    renderId,
    bytes: 1,
    sha256: 'ab',
    durationSeconds: 9,
    width: 1080,
    height: 1920,
    documented: true,
    publishedAt: createdAt,
  }
}

function sampleScene(id: string, kind: Scene['kind']): Scene {
  return {
    id,
    kind,
    caption: 'First',
    narration: '',
    picturePrompt: '',
    durationSeconds: 3,
    source: null,
  }
}
