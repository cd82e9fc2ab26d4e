import { expect, test } from 'vitest'
import { inkOn } from './ink-on.ts'

test.each([
  ['#0f766e', '#ffffff'],
  ['#000000', '#ffffff'],
  ['#b3261e', '#ffffff'],
  ['#ffd400', '#111111'],
  ['#ffffff', '#111111'],
])('text on %s is %s', (color, ink) => expect(inkOn(color)).toBe(ink))
