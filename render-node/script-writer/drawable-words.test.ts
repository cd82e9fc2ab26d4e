import { expect, test } from 'vitest'
import { drawableWords } from './drawable-words.ts'

test.each([
  ['Big families welcome 🐶👨‍👩‍👧‍👦.', 'Big families welcome.'],
  ['Thumbs up 👍🏽!', 'Thumbs up!'],
  ['Tomatoes 🍅, basil 🌿 and garlic 🧄', 'Tomatoes, basil and garlic'],
  ['Fresh🍅local', 'Fresh local'],
  ['Opened (🎉) today', 'Opened today'],
  ['❤️', ''],
  ['Quoi de neuf ?', 'Quoi de neuf ?'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
])('%j is drawn as %j', (text, words) => {
  expect(drawableWords(text)).toBe(words)
})
