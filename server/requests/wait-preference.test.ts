import { expect, test } from 'vitest'
import { waitPreferenceOf } from './wait-preference.ts'

function waitOf(...prefer: string[]) {
  const headers = new Headers(prefer.map((value): [string, string] => ['prefer', value]))
  return waitPreferenceOf(new Request('http://makara.test/', { method: 'POST', headers }))
}

test.each([
  [[], 0],
  [[''], 0],
  [['respond-async'], 0],
  [['waiting=5, xwait=6, "wait=7"'], 0],
  [['wait=0'], 0],
  [['wait=30'], 30],
  [['WAIT = 30'], 30],
  [['wait="30"'], 30],
  [['wait=30; reason="a, b"; x'], 30],
  [['respond-async, wait=10, handling=lenient'], 10],
  [['note="wait=1, wait=2"; x=3, wait=4'], 4],
  [['note="\\", wait=1", wait=5'], 5],
  [['respond-async', 'wait=20'], 20],
  [['wait=7, wait=8'], 7],
  [['wait=600'], 600],
  [['wait=601'], 600],
  [[`wait=${'9'.repeat(400)}`], 600],
])('%j waits %i s', (prefer, seconds) => {
  expect(waitOf(...prefer)).toEqual({ ok: true, value: seconds })
})

test.each([
  'wait',
  'wait=',
  'wait;x=5',
  'wait=-1',
  'wait=1.5',
  'wait=1e3',
  'wait=10s',
  'wait=0x10',
  'wait="10',
  'wait=soon',
  'wait=٣',
  'respond-async, wait=x, wait=5',
])('%s is refused', (prefer) => {
  expect(waitOf(encodeLatin1(prefer))).toMatchObject({
    ok: false,
    refusal: { status: 400, code: 'prefer_invalid' },
  })
})

// Header values are bytes; what arrives is each of them as a character.
function encodeLatin1(text: string): string {
  return Buffer.from(text).toString('latin1')
}

test('a header as long as any server takes is read at once', () => {
  const startedAt = performance.now()
  for (const part of ['"', ',', '\\', '"\\', 'wait', ' ', '",']) waitOf(part.repeat(16_000))
  expect(performance.now() - startedAt).toBeLessThan(1000)
})
