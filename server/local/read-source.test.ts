import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSource } from './read-source.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'makara-source-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('an address is taken as it is, a file as its bytes', async () => {
  const file = join(folder, 'Sayfa é.html')
  await writeFile(file, '<p>merhaba')

  expect(await readSource('https://example.com/')).toEqual({
    kind: 'url',
    url: 'https://example.com/',
  })
  expect(await readSource(file)).toMatchObject({ kind: 'html', name: 'Sayfa é.html' })
})

test.each([
  ['notes.txt', 'is neither a web address'],
  ['ftp://example.com/', 'is neither a web address'],
  ['missing.html', 'Cannot read missing.html.'],
])('%s is refused with a sentence', async (argument, sentence) => {
  await expect(readSource(argument)).rejects.toThrow(sentence)
})

test('a folder and a file of more than 2 MiB are refused', async () => {
  const large = join(folder, 'large.html')
  await writeFile(large, Buffer.alloc(2 * 1024 * 1024 + 1))
  await expect(readSource(large)).rejects.toThrow('has more than 2 MiB')
  await expect(readSource(`${folder}/x/../.html`)).rejects.toThrow('Cannot read')
})
