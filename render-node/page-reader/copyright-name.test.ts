import { expect, test } from 'vitest'
import { copyrightName } from './copyright-name.ts'

test.each([
  ['© 2026 Crumb Diary', 'Crumb Diary'],
  ['Crumb Diary © 2026', 'Crumb Diary'],
  ['© 2024–2026 Loopnote GmbH', 'Loopnote'],
  ['© 2025 Tidewatch Inc. All rights reserved.', 'Tidewatch'],
  ['Copyright 2026 Acme, Inc.', 'Acme'],
  ['Proudly powered by ink. © 2026 Northside Roasters', 'Northside Roasters'],
  ['© Osteria del Ponte 2026 - P.IVA 01234567890', 'Osteria del Ponte'],
  ['© 2026 İncirli Çini Atölyesi. Tüm hakları saklıdır.', 'İncirli Çini Atölyesi'],
  ['Copyright © 2025, all rights reserved', ''],
  ['Photo © Jane Doe', ''],
])('%j names %j', (notice, name) => {
  expect(copyrightName(notice)).toBe(name)
})
