import { expect, test } from 'vitest'
import { cancelRender } from '../../shared/postgres/cancel-render.ts'
import { endRender } from '../../shared/postgres/end-render.ts'
import { publishTestRender } from '../../shared/testing/test-render.ts'
import { insertReadyDraft, testScript } from '../../shared/testing/test-rows.ts'
import { openTestServer } from '../testing/open-test-server.ts'
import {
  leaveAnAttachedRender,
  postRender,
  renderOf,
  renderStateOf,
} from '../testing/post-render.ts'

// What `POST …/renders` with `Prefer: wait=N` answers, over real sockets.

const faultOf = (retryable: boolean) => ({
  code: 'chunk_failed',
  sentence: 'The machine was tired.',
  stage: 'chunk',
  retryable,
})

test('who waits for a render is answered with its video as soon as that is published', async () => {
  await using server = await openTestServer()
  const { sql, accountId } = server
  const draftId = await insertReadyDraft(sql, { accountId })
  const answer = postRender(server, draftId, 'respond-async, wait=60; x="y"')
  const renderId = await renderOf(sql, draftId)
  await sql.begin((tx) => publishTestRender(tx, { accountId, draftId, renderId }))

  const response = await answer
  expect(response.status).toBe(200)
  expect(response.headers.get('preference-applied')).toBe('wait=60')
  const { render, links } = await response.json()
  expect(render).toMatchObject({ id: renderId, state: 'done', percent: 100 })
  const status = `/v1/renders/${renderId}`
  const video = `/v1/drafts/${draftId}/video`
  expect(links).toEqual({ status, events: `${status}/events`, video })
})

test.each([
  ['failed, to be tried again', faultOf(true), 502],
  ['failed for good', faultOf(false), 422],
] as const)('a render that %s is a problem with its own words', async (_, fault, status) => {
  await using server = await openTestServer()
  const { sql } = server
  const draftId = await insertReadyDraft(sql, server)
  const answer = postRender(server, draftId, 'wait=60')
  const renderId = await renderOf(sql, draftId)
  await sql.begin((tx) => endRender(tx, renderId, { state: 'failed', fault }))

  const response = await answer
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  expect(await response.json()).toMatchObject({
    status,
    code: fault.code,
    detail: fault.sentence,
    render: { id: renderId, state: 'failed', fault },
  })
  expect(response.status).toBe(status)
})

test('a render that somebody else cancels is a 409', async () => {
  await using server = await openTestServer()
  const { sql, accountId } = server
  const draftId = await insertReadyDraft(sql, server)
  const answer = postRender(server, draftId, 'wait=60')
  const renderId = await renderOf(sql, draftId)
  await cancelRender(sql, { id: renderId, accountId })

  const response = await answer
  expect(response.status).toBe(409)
  expect(await response.json()).toMatchObject({
    code: 'render_cancelled',
    render: { id: renderId, state: 'cancelled' },
  })
})

test('when the time is up the render goes on, whatever the client does then', async () => {
  await using server = await openTestServer()
  const { sql } = server
  const draftId = await insertReadyDraft(sql, server)
  const startedAt = performance.now()
  const response = await postRender(server, draftId, 'wait=1')

  expect(performance.now() - startedAt).toBeGreaterThan(995)
  expect(response.status).toBe(202)
  expect(response.headers.get('preference-applied')).toBe('wait=1')
  const { render } = await response.json()
  expect(response.headers.get('location')).toBe(`/v1/renders/${render.id}`)
  await leaveAnAttachedRender(server)
  expect(await renderStateOf(sql, draftId)).toBe('queued')
})

test('refusals do not wait', async () => {
  await using server = await openTestServer()
  const { sql, accountId } = server
  const draftId = await insertReadyDraft(sql, { accountId })
  const unknown = await postRender(server, accountId, 'wait=600')
  const malformed = await postRender(server, draftId, 'wait=soon')
  expect(await renderStateOf(sql, draftId)).toBeUndefined()
  await postRender(server, draftId)
  const running = await postRender(server, draftId, 'wait=600')
  const script = testScript({ sceneCount: 10, durationSeconds: 12 })
  const longId = await insertReadyDraft(sql, { accountId, script })
  await sql`update accounts set balance = 3`
  const costly = await postRender(server, longId, 'wait=600')

  const answers = await Promise.all(
    [unknown, malformed, running, costly].map(async (answer) => {
      const { code } = await answer.json()
      return [answer.status, code, answer.headers.get('preference-applied')]
    }),
  )
  expect(answers).toEqual([
    [404, 'not_found', null],
    [400, 'prefer_invalid', null],
    [409, 'render_running', null],
    [402, 'insufficient_credits', null],
  ])
})

test('a server that stops answers who waits and cancels nothing', async () => {
  await using server = await openTestServer()
  const { sql } = server
  const draftId = await insertReadyDraft(sql, server)
  const answer = postRender(server, draftId, 'wait=60')
  await renderOf(sql, draftId)

  await server.stop()

  const response = await answer
  expect(response.status).toBe(202)
  expect((await response.json()).render.state).toBe('queued')
  expect(await renderStateOf(sql, draftId)).toBe('queued')
  expect(server.logged.map(({ event }) => event)).not.toContain('render.abandoned')
})
