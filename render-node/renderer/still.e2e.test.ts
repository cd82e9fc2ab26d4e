import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultBrand } from '../../shared/brand.ts'
import { type Format, formats } from '../../shared/format.ts'
import { type Script, sceneKinds } from '../../shared/script.ts'
import { testScript } from '../../shared/testing/test-rows.ts'
import { type VideoProps, videoPropsOf } from '../../shared/video-props.ts'
import { openRenderer, type TestRenderer } from '../testing/open-renderer.ts'

let renderer: TestRenderer
beforeAll(async () => {
  renderer = await openRenderer()
})
afterAll(() => renderer[Symbol.asyncDispose]())

function videoOf(format: Format, script: Script): VideoProps {
  return videoPropsOf({ format, language: 'en', brand: defaultBrand, sound: false, script })
}

async function frameOf(props: VideoProps, frame: number): Promise<Buffer> {
  return readFile(await renderer.still(props, frame))
}

test.each(formats)('a scene of $id looks the same whatever its neighbours are', async ({ id }) => {
  const all = videoOf(id, testScript({ sceneCount: 3 }))

  const alone = await frameOf({ ...all, scenes: all.scenes.slice(1, 2) }, 20)

  expect((await frameOf(all, 30 + 20)).equals(alone)).toBe(true)
  expect((await frameOf(all, 20)).equals(alone)).toBe(false)
})

// Captions on which the search for a type size once went on for ever.
test.each(formats)('every odd caption of $id is drawn', async ({ id }) => {
  const captions = [
    'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaftsversammlungsprotokollführerstellvertreter',
    `${'ا'.repeat(60)} السعر 123 دولار (50%)`,
    'i'.repeat(120),
    'W'.repeat(120),
    '…',
  ].map((caption) => caption.slice(0, 120))
  const scenes = captions.flatMap((caption, group) =>
    sceneKinds.map((kind, number) => ({ id: `odd${group}x${number}`, kind, caption })),
  )
  const [first] = videoOf(id, testScript()).scenes
  if (!first) throw new Error('No scene')

  for (const odd of scenes) {
    const scene = { ...first, ...odd, narration: 'M'.repeat(299) }
    const file = await renderer.still({ ...videoOf(id, testScript()), scenes: [scene] }, 20)
    expect((await readFile(file)).length).toBeGreaterThan(10_000)
  }
})
