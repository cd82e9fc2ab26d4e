import { expect, test } from 'vitest'
import { guessSiteName } from './site-name.ts'

const unknown = { title: '', host: '', copyright: '', headline: '' }

test.each([
  [{ title: 'Fresh bread | Sea Bakery', host: 'seabakery.example' }, 'Sea Bakery'],
  [
    { title: 'Menu - Osteria del Ponte - Bologna', copyright: 'Osteria del Ponte' },
    'Osteria del Ponte',
  ],
  [{ title: 'Pricing · Loopnote', headline: 'Simple pricing for teams' }, 'Loopnote'],
  [
    { title: 'No-knead focaccia recipe - Crumb Diary', headline: 'No-knead focaccia' },
    'Crumb Diary',
  ],
  [{ title: 'Nar Salon - İzmir', headline: 'Kendine bir saat ayır' }, 'Nar Salon'],
  [
    { title: '2026 — Dust & Strings Festival', headline: 'Three nights of music' },
    'Dust & Strings Festival',
  ],
  [{ title: 'Bread', headline: 'Bread', copyright: 'Sea Bakery' }, 'Sea Bakery'],
  [{ title: 'Lumen', headline: 'Lumen' }, 'Lumen'],
  [{ title: 'Sourdough – a love story' }, ''],
  [{ title: 'Blog | Bread', host: 'blog.example', headline: 'Bread' }, ''],
])('%j is the site %j', (page, name) => {
  expect(guessSiteName({ ...unknown, ...page })).toBe(name)
})
