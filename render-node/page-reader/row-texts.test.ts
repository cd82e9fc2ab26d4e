import { expect, test } from 'vitest'
import { readPage } from './read-page.ts'

function sentencesOf(rows: string): string[] {
  const bytes = new TextEncoder().encode(`<html lang="en"><table>${rows}</table>`)
  const reading = readPage({ bytes, contentType: 'text/html', url: null })
  return reading.ok ? reading.page.sentences : []
}

test.each([
  [
    '<tr><td>Team</td><td>$8 per user</td><td>Unlimited notes</td></tr>',
    ['Team: $8 per user, Unlimited notes'],
  ],
  ['<tr><th>Lasagne</th><td>12 €</td></tr>', ['Lasagne: 12 €']],
  ['<tr><th>Plan</th><th>Price</th></tr><tr><td>Free</td><td>$0</td></tr>', ['Free: $0']],
  ['<tr><td>We bake bread.</td><td>You eat it.</td></tr>', ['We bake bread.', 'You eat it.']],
  [
    '<tr><td><p>We bake bread</p></td><td><p>You eat it</p></td></tr>',
    ['We bake bread', 'You eat it'],
  ],
  ['<tr><td>One cell alone</td></tr>', ['One cell alone']],
])('the row %s says %j', (rows, sentences) => {
  expect(sentencesOf(rows)).toEqual(sentences)
})
