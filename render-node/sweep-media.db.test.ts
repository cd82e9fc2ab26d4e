import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Sql } from '../shared/postgres/connect.ts'
import { endRender } from '../shared/postgres/end-render.ts'
import { startRender } from '../shared/postgres/start-render.ts'
import { testDatabase } from '../shared/testing/test-database.ts'
import { startTestRender } from '../shared/testing/test-render.ts'
import { sweepMedia } from './sweep-media.ts'

async function publish(sql: Sql, render: { draftId: string; renderId: string }): Promise<void> {
  await sql.begin(async (tx) => {
    const [output] = await tx`
      insert into outputs (
        render_id, draft_id, video_file, poster_file, sha256, bytes, frame_count, fps, width, height
      )
      values (${render.renderId}, ${render.draftId}, 'v', 'p', 's', 1, 1, 30, 1080, 1920)
      returning id`
    await tx`update drafts set output_id = ${output?.id} where id = ${render.draftId}`
    await endRender(tx, render.renderId, { state: 'done' })
  })
}

test('only renders that run and videos that are published keep their files', async () => {
  await using database = await testDatabase()
  const { sql } = database
  const published = await startTestRender(sql)
  await publish(sql, published)
  const replaced = await startTestRender(sql)
  await publish(sql, replaced)
  const later = await startRender(sql, { id: replaced.draftId, accountId: replaced.accountId })
  if (later.outcome !== 'started') throw new Error('Cannot start the render')
  await publish(sql, { draftId: replaced.draftId, renderId: later.renderId })
  const running = await startTestRender(sql)
  const cancelled = await startTestRender(sql)
  await sql.begin((tx) => endRender(tx, cancelled.renderId, { state: 'cancelled' }))
  const young = '00000000-0000-4000-8000-000000000001'
  const deleted = '00000000-0000-4000-8000-000000000002'

  const mediaFolder = await mkdtemp(join(tmpdir(), 'makara-media-'))
  const folders = [published, replaced, running, cancelled].map((render) => render.renderId)
  for (const name of [...folders, later.renderId, young, deleted, 'lost+found']) {
    await mkdir(join(mediaFolder, name))
    await writeFile(join(mediaFolder, name, 'file'), '')
    if (name !== young) await utimes(join(mediaFolder, name), 0, 0)
  }

  expect(await sweepMedia(sql, { mediaFolder, keepHours: 24 })).toBe(3)

  expect((await readdir(mediaFolder)).toSorted()).toEqual(
    [published.renderId, later.renderId, running.renderId, young, 'lost+found'].toSorted(),
  )
  await rm(mediaFolder, { recursive: true, force: true })
})
