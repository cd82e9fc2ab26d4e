import { expect, test } from 'vitest'
import { figureOf } from './figure-of.ts'

test.each([
  ['58 seconds to boil', '58', 'seconds to boil'],
  ['40% less power', '40%', 'less power'],
  ['Only €3.50 a cup', '€3.50', 'Only €3.50 a cup'],
  ['10,000+', '10,000+', ''],
  ['٥٠٪ أقل', '٥٠٪', 'أقل'],
])('the figure of %j is %s', (caption, figure, rest) => {
  expect(figureOf(caption)).toEqual({ figure, rest })
})

test('a caption without a number has no figure', () => {
  expect(figureOf('Warm tea for everyone')).toBeNull()
})
