import { expect, test } from 'vitest'
import { figureAndRestOf } from './figure-and-rest.ts'

test('a figure at the start is taken out of the sentence', () => {
  expect(figureAndRestOf('%87 daha az plastik')).toEqual({ figure: '%87', rest: 'daha az plastik' })
})

test('a figure inside the sentence is shown and stays in it', () => {
  expect(figureAndRestOf('Saves 3 hours a week')).toEqual({
    figure: '3',
    rest: 'Saves 3 hours a week',
  })
})

test('a figure alone is not said twice', () => {
  expect(figureAndRestOf('98%')).toEqual({ figure: '98%', rest: '' })
})

test('a sentence without a figure stays whole', () => {
  expect(figureAndRestOf('Twice as fast')).toEqual({ figure: null, rest: 'Twice as fast' })
})
