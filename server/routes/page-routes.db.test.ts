import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestApp, type TestApp } from '../testing/open-test-app.ts'
import { problemOf } from '../testing/problem-of.ts'
import { shareTestApp } from '../testing/share-test-app.ts'

const builtApp = shareTestApp(build)

async function build(app: TestApp): Promise<void> {
  await mkdir(join(app.pageFolder, 'assets'), { recursive: true })
  await writeFile(join(app.pageFolder, 'index.html'), '<title>Makara</title>')
  await writeFile(join(app.pageFolder, 'makara.svg'), '<svg/>')
  await writeFile(join(app.pageFolder, '.secret'), 'secret')
  await writeFile(join(app.pageFolder, 'assets/main-1a2b.js'), 'let page')
  await writeFile(join(app.pageFolder, '../outside.txt'), 'outside')
  await symlink('../outside.txt', join(app.pageFolder, 'link.txt'))
}

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test('the page opens without an account, at every address of its own', async () => {
  const app = builtApp()
  for (const path of ['/', '/drafts/1', '/index.html', '/drafts/a.b']) {
    const response = await app.send(path, { apiKey: null, headers: html })
    expect([path, response.status]).toEqual([path, 200])
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(await response.text()).toBe('<title>Makara</title>')
  }
})

test('assets are kept for good, other files are asked for again', async () => {
  const app = builtApp()
  const asset = await app.send('/assets/main-1a2b.js', { apiKey: null })
  expect(asset.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(await asset.text()).toBe('let page')
  const icon = await app.send('/makara.svg', { apiKey: null })
  expect(icon.headers.get('content-type')).toBe('image/svg+xml')
  expect(icon.headers.get('cache-control')).toBe('no-cache')
  expect(await icon.text()).toBe('<svg/>')
  const head = await app.send('/makara.svg', { method: 'HEAD', apiKey: null })
  expect([head.headers.get('content-length'), await head.text()]).toEqual(['6', ''])
})

test.each([
  '/.secret',
  '/%2esecret',
  '/link.txt',
  '/..%2foutside.txt',
  '/assets/..%2f.secret',
  '/assets',
  '/assets/',
  '/assets/main-0000.js',
  '/a%00b',
  '/%ff',
  '/..%5coutside.txt',
])('%s is not found', async (path) => {
  const app = builtApp()
  const response = await app.send(path, { apiKey: null })
  expect(await problemOf(response)).toMatchObject({ status: 404, code: 'not_found' })
  const opened = await app.send(path, { apiKey: null, headers: html })
  expect(['<title>Makara</title>', '']).toContain(opened.status === 200 ? await opened.text() : '')
})

test('nothing below /v1 falls back to the page', async () => {
  const app = builtApp()
  for (const path of ['/v1', '/v1/nothing', '/v1/drafts/x/y/z']) {
    const response = await app.send(path, { headers: html })
    expect([path, (await problemOf(response)).code]).toEqual([path, 'not_found'])
  }
  const post = await app.send('/', { method: 'POST', apiKey: null })
  expect(post.status).toBe(404)
})

test('a page that has not been built says how to build it', async () => {
  await using app = await openTestApp()
  const response = await app.send('/', { apiKey: null, headers: html })

  expect(response.status).toBe(503)
  expect(await response.text()).toContain('npm run build:page')
})
