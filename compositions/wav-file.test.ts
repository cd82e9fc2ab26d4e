import { expect, test } from 'vitest'
import { wavFileOf } from './wav-file.ts'

test('writes a stereo file whose header tells its length, and clips what is too loud', () => {
  const bytes = wavFileOf(
    { left: Float32Array.of(0, 0.5, 2), right: Float32Array.of(-1, 0, -2) },
    48_000,
  )
  const view = new DataView(bytes.buffer)
  expect(bytes.length).toBe(44 + 3 * 4)
  expect(view.getUint32(4, true)).toBe(bytes.length - 8)
  expect(view.getUint32(40, true)).toBe(3 * 4)
  const words = Array.from({ length: 6 }, (_, index) => view.getInt16(44 + index * 2, true))
  expect(words).toEqual([0, -32_767, 16_384, 0, 32_767, -32_767])
})
