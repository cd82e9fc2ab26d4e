import { expect, test } from 'vitest'
import { hashOf, parseRoute } from './route.ts'

test('a draft address survives a reload', () => {
  const route = { screen: 'draft', draftId: 'd_01-ab' } as const
  expect(parseRoute(hashOf(route))).toEqual(route)
})

test('an address can open the library with text chosen', () => {
  const route = { screen: 'library', startKind: 'text' } as const
  expect(parseRoute(hashOf(route))).toEqual(route)
})

test.each(['', '#', '#/', '#/drafts/', '#/drafts/a/b', '#/drafts/<x>'])(
  'the address %j shows the library',
  (hash) => expect(parseRoute(hash)).toEqual({ screen: 'library' }),
)
