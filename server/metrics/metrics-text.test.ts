import { expect, test } from 'vitest'
import { metricsText } from './metrics-text.ts'

test('gauges are told with help, type and escaped labels', () => {
  const metric = {
    name: 'makara_jobs',
    help: 'Unfinished jobs.',
    samples: [
      { labels: { lane: 'bulk', state: 'a"b\\c\nd' }, value: 2.5 },
      { labels: {}, value: 0 },
    ],
  }
  expect(metricsText([metric])).toBe(
    [
      '# HELP makara_jobs Unfinished jobs.',
      '# TYPE makara_jobs gauge',
      'makara_jobs 0',
      'makara_jobs{lane="bulk",state="a\\"b\\\\c\\nd"} 2.5',
      '',
    ].join('\n'),
  )
})
