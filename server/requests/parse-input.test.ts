import { expect, test } from 'vitest'
import { draftChangeSchema } from '../../shared/draft.ts'
import { testScript } from '../../shared/testing/test-rows.ts'
import { parseInput } from './parse-input.ts'

const script = testScript({ sceneCount: 3 })
const [first, second, third] = script.scenes

function scriptWith(change: Record<string, unknown>) {
  return { script: { ...script, scenes: [first, second, { ...third, ...change }] } }
}

test.each([
  [scriptWith({ caption: 'x'.repeat(5000) }), 'Scene 3: caption must have at most 120 characters.'],
  [scriptWith({ caption: ' ' }), 'Scene 3: caption must not be empty.'],
  [scriptWith({ caption: undefined }), 'Scene 3: caption is missing.'],
  [scriptWith({ caption: 7 }), 'Scene 3: caption must be text.'],
  [scriptWith({ caption: 'a\u0000b' }), 'Scene 3: caption contains a control character.'],
  [scriptWith({ caption: 'a\ud800' }), 'Scene 3: caption contains half of a surrogate pair.'],
  [scriptWith({ durationSeconds: -1 }), 'Scene 3: durationSeconds must be at least 1 second.'],
  [scriptWith({ durationSeconds: 1e9 }), 'Scene 3: durationSeconds must be at most 12 seconds.'],
  [scriptWith({ kind: 'dance' }), 'Scene 3: kind must be one of hook, point, number, quote, call.'],
  [scriptWith({ id: 'X' }), 'Scene 3: id must be 4 to 16 of a-z and 0-9.'],
  [scriptWith({ id: first?.id }), 'Script: scenes must have scenes with different ids.'],
  [scriptWith({ url: 'http://x' }), 'Scene 3: url is not known here.'],
  [{ script: { ...script, scenes: [] } }, 'Script: scenes must have at least 1 scene.'],
  [
    { script: { ...script, scenes: Array(40).fill(third) } },
    'Script: scenes must have at most 12 scenes.',
  ],
  [{ script: { ...script, scenes: [first, 'x'] } }, 'Scene 2: must be a JSON object.'],
  [{ script: { ...script, title: '' } }, 'Script: title must not be empty.'],
  [{ script: [] }, 'Script: title is missing.'],
  [{ sound: 'yes' }, 'Sound must be true or false.'],
  [{ version: 1.5 }, 'Version must be a whole number.'],
  [{ version: 1e300 }, 'Version must be a whole number.'],
  [{ brand: { name: '', color: 'red', site: '' } }, 'Brand: color must look like #1a2b3c.'],
  [{ title: 'x' }, 'Title is not known here.'],
  [null, 'The request must be a JSON object.'],
])('the first problem is told in one sentence (%#)', (input, sentence) => {
  const parsed = parseInput(draftChangeSchema, input)
  expect(parsed.ok ? 'accepted' : parsed.refusal.detail).toBe(sentence)
})

test('what fits is accepted', () => {
  expect(parseInput(draftChangeSchema, { script })).toEqual({ ok: true, value: { script } })
})
