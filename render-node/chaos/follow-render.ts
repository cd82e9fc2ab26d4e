import { setTimeout as delay } from 'node:timers/promises'
import * as v from 'valibot'
import { isFinal, type RenderSnapshot, renderSnapshotSchema } from '../../shared/render.ts'
import { EventReader } from '../../shared/testing/event-reader.ts'
import type { BrokenPromises } from './broken-promises.ts'
import type { ChaosClient } from './chaos-client.ts'

const reconnectMs = 300
const askMs = 700

type Follow = { client: ChaosClient; renderId: string; broken: BrokenPromises; signal: AbortSignal }

/**
 * Reads the render's events, over as many connections as it takes, to its end; its percent and its
 * version must never go back.
 */
export async function followRender(follow: Follow): Promise<RenderSnapshot> {
  let last: RenderSnapshot | undefined
  for (;;) {
    for await (const render of eventsOf(follow, String(last?.version ?? ''))) {
      if (last) judgeStep(last, render, follow.broken)
      last = render
    }
    if (last && isFinal(last.state)) return last
    await delay(reconnectMs, undefined, { signal: follow.signal })
  }
}

/** Asks again and again until the render has ended. */
export async function awaitRender({ client, renderId, signal }: Follow): Promise<RenderSnapshot> {
  for (;;) {
    const answer = await client.ask(`GET /v1/renders/${renderId}`, { expected: [200], signal })
    const { render } = v.parse(v.object({ render: renderSnapshotSchema }), answer.body)
    if (isFinal(render.state)) return render
    await delay(askMs, undefined, { signal })
  }
}

async function* eventsOf(follow: Follow, lastEventId: string): AsyncGenerator<RenderSnapshot> {
  const { client, renderId, signal } = follow
  const path = `/v1/renders/${renderId}/events`
  const response = await client.openEvents(path, { lastEventId, signal })
  if (response?.status !== 200) {
    await response?.body?.cancel()
    return
  }
  const reader = new EventReader(response)
  for (;;) {
    const event = await reader.next().catch(() => undefined)
    if (!event) return
    yield v.parse(renderSnapshotSchema, event.state)
  }
}

function judgeStep(last: RenderSnapshot, next: RenderSnapshot, broken: BrokenPromises): void {
  const evidence = { last, next }
  if (next.percent < last.percent) broken.add('a percent went back', evidence)
  if (next.version < last.version) broken.add('a version went back', evidence)
  if (isFinal(last.state) && next.state !== last.state) broken.add('an end changed', evidence)
  if (next.percent === 100 && next.state !== 'done') broken.add('100 percent too early', evidence)
}
