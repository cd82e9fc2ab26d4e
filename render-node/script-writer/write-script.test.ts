import { expect, test } from 'vitest'
import { pageFromText } from '../page-reader/page-from-text.ts'
import { FakeOpenai, json } from './fake-openai.ts'
import { type ScriptWriter, writeScript } from './write-script.ts'

async function write(writer: ScriptWriter, signal = new AbortController().signal) {
  const reading = pageFromText('We bake bread. It takes two days.')
  if (!reading.ok) throw new Error(`Cannot read text: ${reading.code}`)
  return writeScript({ page: reading.page, language: 'en', writer, signal })
}

test('the offline writer needs nothing and costs nothing', async () => {
  expect(await write({ kind: 'offline' })).toMatchObject({ ok: true, by: 'offline', usage: null })
})

test('the offline writer, which cannot translate, names the language it has written in', async () => {
  const reading = pageFromText('Her gün ekmek pişiriyoruz. Bir de çay var.')
  if (!reading.ok) throw new Error(`Cannot read text: ${reading.code}`)
  const { signal } = new AbortController()
  const task = { page: reading.page, language: 'en', writer: { kind: 'offline' }, signal } as const
  expect(await writeScript(task)).toMatchObject({ ok: true, language: 'tr' })
})

test('a model that fails is not replaced in silence by the offline writer', async () => {
  await using fake = await FakeOpenai.start(json(500, {}))
  const model = { kind: 'model', apiKey: 'key', model: 'test', baseUrl: fake.baseUrl } as const
  expect(await write(model)).toMatchObject({ ok: false, code: 'provider_unavailable' })
})

test('nothing is written once the signal has aborted', async () => {
  await expect(
    write({ kind: 'offline' }, AbortSignal.abort(new Error('draining'))),
  ).rejects.toThrow('draining')
})
