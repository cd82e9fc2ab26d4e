import { expect, test } from 'vitest'
import { defaultBrand } from '../../shared/brand.ts'
import { endRender } from '../../shared/postgres/end-render.ts'
import { startRender } from '../../shared/postgres/start-render.ts'
import { insertReadyDraft, testScript } from '../../shared/testing/test-rows.ts'
import { openTestApp, type TestApp } from '../testing/open-test-app.ts'
import { problemOf } from '../testing/problem-of.ts'
import { publishVideo } from '../testing/publish-video.ts'

async function createWritingDraft(app: TestApp): Promise<string> {
  const json = { text: 'The kettle waits.' }
  const { draft } = await (await app.send('/v1/drafts', { method: 'POST', json })).json()
  return draft.id
}

async function createFailedDraft(app: TestApp): Promise<string> {
  const id = await createWritingDraft(app)
  const fault = { code: 'page_empty', sentence: 'No text.', stage: 'script', retryable: false }
  await app.sql`delete from jobs`
  await app.sql`update drafts set state = 'failed', fault = ${app.sql.json(fault)}`
  return id
}

test('a draft shows its published video and its newest render', async () => {
  await using app = await openTestApp()
  const id = await insertReadyDraft(app.sql, app)
  const bytes = Buffer.from('a video')
  const published = await publishVideo(app.sql, { ...app, id }, { ...app, bytes })
  const second = await startRender(app.sql, { ...app, id })

  const { draft } = await (await app.send(`/v1/drafts/${id}`)).json()

  expect(draft.video).toEqual({
    url: `/v1/drafts/${id}/video`,
    posterUrl: `/v1/drafts/${id}/poster`,
    manifestUrl: `/v1/drafts/${id}/manifest`,
    renderId: published.renderId,
    bytes: 7,
    sha256: published.sha256,
    durationSeconds: 2,
    width: 1080,
    height: 1920,
    documented: false,
    publishedAt: expect.stringMatching(/^\d{4}-.*Z$/),
  })
  expect(draft.render).toMatchObject({ state: 'queued', percent: 0 })
  expect(draft.render.id).toBe('renderId' in second && second.renderId)
})

test('an edited script makes the draft ready and its author a person', async () => {
  await using app = await openTestApp()
  const id = await createFailedDraft(app)
  const script = { ...testScript({ sceneCount: 3 }), title: 'Ein Kessel, der wartet' }
  const brand = { ...defaultBrand, name: 'Çay' }
  const response = await app.send(`/v1/drafts/${id}`, {
    method: 'PATCH',
    json: { version: 1, script, brand, format: 'promo', language: 'de', sound: false },
  })

  expect(response.status).toBe(200)
  const { draft } = await response.json()
  expect(draft).toMatchObject({
    state: 'ready',
    title: 'Ein Kessel, der wartet',
    scriptBy: 'person',
    fault: null,
    brand,
    script,
    format: 'promo',
    language: 'de',
    sound: false,
    version: 2,
  })
})

test('a change leaves what it does not name as it was', async () => {
  await using app = await openTestApp()
  const id = await createFailedDraft(app)
  const { draft: before } = await (await app.send(`/v1/drafts/${id}`)).json()
  const response = await app.send(`/v1/drafts/${id}`, { method: 'PATCH', json: { sound: false } })

  const { draft } = await response.json()
  expect(draft).toEqual({ ...before, sound: false, version: 2, updatedAt: draft.updatedAt })
})

test('of two edits made on the same version one is taken, the other told', async () => {
  await using app = await openTestApp()
  const id = await insertReadyDraft(app.sql, app)
  const edit = (title: string) =>
    app.send(`/v1/drafts/${id}`, {
      method: 'PATCH',
      json: { version: 1, script: { ...testScript(), title } },
    })
  const answers = await Promise.all([edit('One'), edit('Two')])

  const statuses = answers.map((answer) => answer.status)
  expect(new Set(statuses)).toEqual(new Set([200, 409]))
  const refused = answers.find((answer) => answer.status === 409)
  expect(refused && (await problemOf(refused)).code).toBe('draft_changed')
})

test('a script is not taken while another is being written, other changes are', async () => {
  await using app = await openTestApp()
  const id = await createWritingDraft(app)
  const patch = (json: unknown) => app.send(`/v1/drafts/${id}`, { method: 'PATCH', json })

  expect((await problemOf(await patch({ script: testScript() }))).code).toBe('draft_writing')
  const { draft } = await (await patch({ format: 'promo' })).json()
  expect(draft).toMatchObject({ state: 'writing', format: 'promo', script: null })
})

test('a script that no video can be made of is refused and nothing is lost', async () => {
  await using app = await openTestApp()
  const id = await insertReadyDraft(app.sql, app)
  const { draft: before } = await (await app.send(`/v1/drafts/${id}`)).json()
  const script = testScript({ sceneCount: 3 })
  const third = { ...script.scenes[2], caption: 'x'.repeat(5000) }
  const refused = [
    [{ ...script, scenes: [] }, 'Scenes must have at least 1 scene.'],
    [
      { ...script, scenes: Array(40).fill(script.scenes[2]) },
      'Scenes must have at most 12 scenes.',
    ],
    [
      { ...script, scenes: [...script.scenes.slice(0, 2), third] },
      'Scene 3: caption must have at most 120 characters.',
    ],
  ]

  for (const [wanted, detail] of refused) {
    const json = { script: wanted }
    const response = await app.send(`/v1/drafts/${id}`, { method: 'PATCH', json })
    const problem = await problemOf(response)
    expect(problem).toMatchObject({ status: 422, code: 'script_invalid', detail })
  }
  expect((await (await app.send(`/v1/drafts/${id}`)).json()).draft).toEqual(before)
})

test('characters that no font of the video has are named', async () => {
  await using app = await openTestApp()
  const id = await insertReadyDraft(app.sql, app)
  const script = testScript()
  const patch = (json: unknown) => app.send(`/v1/drafts/${id}`, { method: 'PATCH', json })
  const captioned = (caption: string) => ({
    script: { ...script, scenes: [{ ...script.scenes[0], caption }] },
  })

  const problem = await problemOf(await patch(captioned('Tea 茶 and 茶碗')))
  expect(problem).toMatchObject({ status: 422, code: 'glyph_missing' })
  expect(problem.detail).toBe("The video's fonts cannot draw 茶 碗.")
  const brand = { ...defaultBrand, name: '茶' }
  expect((await problemOf(await patch({ brand }))).code).toBe('glyph_missing')
  expect((await patch(captioned('Çay שלום مرحبا Ωμέγα'))).status).toBe(200)
})

test('a failed draft is tried again with one new job, any other is not', async () => {
  await using app = await openTestApp()
  const id = await createFailedDraft(app)
  const retry = () => app.send(`/v1/drafts/${id}/retry`, { method: 'POST' })

  const response = await retry()
  expect(response.status).toBe(202)
  expect((await response.json()).draft).toMatchObject({ state: 'writing', fault: null })
  expect((await problemOf(await retry())).code).toBe('draft_not_failed')
  expect(await app.sql`select kind, state from jobs`).toEqual([{ kind: 'script', state: 'queued' }])
})

test('a deleted draft is gone with its job and its video', async () => {
  await using app = await openTestApp()
  const writing = await createWritingDraft(app)
  const published = await insertReadyDraft(app.sql, app)
  const bytes = Buffer.from('a video')
  await publishVideo(app.sql, { ...app, id: published }, { ...app, bytes })

  for (const id of [writing, published]) {
    expect((await app.send(`/v1/drafts/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await app.send(`/v1/drafts/${id}`)).status).toBe(404)
    expect((await app.send(`/v1/drafts/${id}`, { method: 'DELETE' })).status).toBe(404)
  }
  expect(await app.sql`select id from jobs`).toHaveLength(0)
  expect(await app.sql`select id from outputs`).toHaveLength(0)
  expect(await app.sql`select outcome from job_history where draft_id = ${writing}`).toEqual([
    { outcome: 'cancelled' },
  ])
})

test('a draft that is being rendered is not deleted', async () => {
  await using app = await openTestApp()
  const id = await insertReadyDraft(app.sql, app)
  const render = await startRender(app.sql, { ...app, id })
  const refused = await app.send(`/v1/drafts/${id}`, { method: 'DELETE' })

  expect(await problemOf(refused)).toMatchObject({ status: 409, code: 'render_running' })
  const renderId = 'renderId' in render ? render.renderId : ''
  await app.sql.begin((tx) => endRender(tx, renderId, { state: 'cancelled' }))
  expect((await app.send(`/v1/drafts/${id}`, { method: 'DELETE' })).status).toBe(204)
})

test('deleting a draft and rendering it at once never leaves a render without its draft', async () => {
  await using app = await openTestApp()
  for (let round = 0; round < 20; round++) {
    const id = await insertReadyDraft(app.sql, app)
    const [render, deletion] = await Promise.all([
      app.send(`/v1/drafts/${id}/renders`, { method: 'POST' }),
      app.send(`/v1/drafts/${id}`, { method: 'DELETE' }),
    ])
    expect([
      [202, 409],
      [404, 204],
    ]).toContainEqual([render.status, deletion.status])
  }
  const orphans = await app.sql`
    select id from jobs where not exists (select from renders where renders.id = jobs.render_id)`
  expect(orphans).toHaveLength(0)
})
