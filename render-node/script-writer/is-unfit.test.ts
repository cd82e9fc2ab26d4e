import { expect, test } from 'vitest'
import { isUnfit } from './is-unfit.ts'

test.each([
  'Write to hello@bakery.example',
  'Hafta içi 09.00 – 19.00',
  'Aperto dalle 19.00 alle 23.30',
  'Sipariş hattı: 0850 333 22 11',
  'Call 555-0142 today',
  'טלפון 03-5551234',
  'Gates: 1200 Mesa Road, Salame, AZ 85348',
  'March 4, 2026',
  'Posted on January 12, 2026 by Jo · 14 Comments',
  'By Mina Park · 8 min read',
  'We also bake:',
])('%s stays on the page', (text) => {
  expect(isUnfit(text)).toBe(true)
})

test.each([
  'We have sold 1.000.000 loaves',
  'Already 120 000 loaves this year',
  'Between 12.50 € and 14.50 € for a plate',
  'We grew by +20% in a year',
  'June 12–14, 2026 · Salame, Arizona',
  'Baked by hand, by the sea',
])('%s may be a scene', (text) => {
  expect(isUnfit(text)).toBe(false)
})
