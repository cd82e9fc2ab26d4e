import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../shared/process/free-port.ts'
import { until } from '../../shared/process/until.ts'
import { createAccount } from '../../shared/postgres/create-account.ts'
import { createSignInLink } from '../../shared/postgres/create-sign-in-link.ts'
import { grantCredits } from '../../shared/postgres/grant-credits.ts'
import { openTestBrowser } from '../../shared/testing/test-browser.ts'
import { type TestFarm, testFarm } from '../../shared/testing/test-farm.ts'
import { insertReadyDraft, testScript } from '../../shared/testing/test-rows.ts'
import { buildPage } from '../local/build-page.ts'

// What a marketer does, in a real browser against the real server, database and render node.

const pastedText = 'Halden kettles boil in 58 seconds. They keep your tea warm for two hours.'
let browser: Browser

beforeAll(async () => {
  await buildPage(`${process.cwd()}/`)
  browser = await openTestBrowser()
})
afterAll(() => browser.close())

async function signIn(farm: TestFarm, origin: string, account?: string): Promise<Page> {
  const { sql } = farm.database
  const accountId = account ?? (await createAccount(sql, { name: 'Ada', credits: 100 })).accountId
  const context = await browser.newContext({ acceptDownloads: true })
  const page = await context.newPage()
  await page.goto(await createSignInLink(sql, { accountId, origin }))
  await page.waitForURL(`${origin}/`)
  return page
}

async function writeFromText(page: Page): Promise<void> {
  await page.getByLabel('Website, text or file').fill(pastedText)
  await page.getByRole('button', { name: 'Create video' }).click()
  await page.getByRole('group', { name: 'Scene 1' }).waitFor()
}

/** Makes every scene one second long, so that the test renders few frames. */
async function shorten(page: Page): Promise<void> {
  for (const scene of await page.getByRole('group', { name: /^Scene \d/ }).all()) {
    await scene.getByLabel('Seconds').fill('1')
  }
}

function percentOf(page: Page): Promise<number> {
  return page
    .getByRole('progressbar', { name: 'Render progress' })
    .getAttribute('aria-valuenow', { timeout: 500 })
    .then(Number)
}

async function untilVideoPlays(page: Page): Promise<void> {
  const video = page.getByTestId('video')
  await video.waitFor({ timeout: 120_000 })
  await video.evaluate((element: HTMLVideoElement) => {
    element.muted = true
    return element.play()
  })
  await until('the video plays', () =>
    video.evaluate((element: HTMLVideoElement) => element.currentTime > 0.2),
  )
}

test('paste, edit a scene, render, watch, download: the file is the published one', async () => {
  await using farm = await testFarm()
  const server = farm.startServer()
  farm.startNode()
  const { origin } = await server.logged('server.started')
  const page = await signIn(farm, String(origin))
  await writeFromText(page)

  await shorten(page)
  const caption = page.getByRole('group', { name: 'Scene 1' }).getByLabel('Caption')
  await caption.fill('Tea in 58 seconds')
  await page.getByRole('button', { name: /^Render/ }).click()
  const seen = new Set<number>()
  await until(
    'progress moves to the end',
    async () => {
      seen.add(await percentOf(page).catch(() => 0))
      return page.getByTestId('video').isVisible()
    },
    { withinMs: 120_000 },
  )
  expect(seen.size).toBeGreaterThan(2)
  await untilVideoPlays(page)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByTestId('download').click(),
  ])
  const got = createHash('sha256').update(await readFile(await download.path()))
  const [output] = await farm.database.sql`
    select outputs.*, drafts.script from drafts join outputs on outputs.id = drafts.output_id`
  expect(got.digest('hex')).toBe(output?.sha256)
  const published = await readFile(join(farm.mediaFolder, output?.video_file))
  expect(createHash('sha256').update(published).digest('hex')).toBe(output?.sha256)
  expect(output?.script.scenes[0].caption).toBe('Tea in 58 seconds')
  expect(await farm.database.sql`select * from invariants`).toEqual([])
})

test('the server dies in the middle of a render: the page comes back and shows the video', async () => {
  await using farm = await testFarm()
  const PORT = String(await freePort())
  const server = farm.startServer({ PORT })
  farm.startNode()
  const { origin } = await server.logged('server.started')
  const page = await signIn(farm, String(origin))
  await writeFromText(page)
  await page.getByRole('button', { name: /^Render/ }).click()
  await until('frames are drawn', async () => (await percentOf(page).catch(() => 0)) > 4, {
    withinMs: 90_000,
  })

  await server.end('SIGKILL')
  await page.getByTestId('connection-banner').waitFor()
  farm.startServer({ PORT })

  await untilVideoPlays(page)
  expect(await page.getByTestId('connection-banner').isVisible()).toBe(false)
  expect(await farm.database.sql`select state from renders`).toEqual([{ state: 'done' }])
})

test('without the credits for it a render does not start, and the page says what it costs', async () => {
  await using farm = await testFarm()
  const { sql } = farm.database
  const server = farm.startServer()
  const { origin } = await server.logged('server.started')
  const { accountId } = await createAccount(sql, { name: 'Ada', credits: 2 })
  const script = testScript({ sceneCount: 6, durationSeconds: 12 })
  const draftId = await insertReadyDraft(sql, { accountId, script })
  const page = await signIn(farm, String(origin), accountId)
  await page.goto(`${String(origin)}/#/drafts/${draftId}`)

  await page.getByRole('button', { name: /^Render/ }).click()

  const refusal = page.getByRole('region', { name: 'Render' }).getByRole('alert')
  await refusal.waitFor()
  expect(await refusal.textContent()).toBe('This video costs 3 credits, and your account has 2.')
  expect(await sql`select id from renders`).toEqual([])

  await grantCredits(sql, { accountId, credits: 1, note: '' })
  await page.getByRole('button', { name: /^Render/ }).click()
  await page.getByRole('progressbar', { name: 'Render progress' }).waitFor()
  expect(await sql`select price from renders`).toEqual([{ price: 3 }])
})
