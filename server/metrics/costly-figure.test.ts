import { expect, test } from 'vitest'
import { until } from '../../shared/process/until.ts'
import { CostlyFigure } from './costly-figure.ts'

test('all who ask while it is read get the same reading', async () => {
  const readings = { count: 0, end: (_figure: number): void => undefined }
  const figure = new CostlyFigure(() => {
    readings.count++
    return new Promise((resolve) => {
      readings.end = resolve
    })
  })
  const asked = [figure.get(), figure.get(), figure.get()]
  readings.end(7)

  expect(await Promise.all(asked)).toEqual([7, 7, 7])
  expect(readings.count).toBe(1)
})

test('it is read anew after twenty times as long as it took, and not before', async () => {
  const readings = { count: 0 }
  const figure = new CostlyFigure(async () => {
    const startedAt = performance.now()
    await until('5 ms', () => performance.now() - startedAt >= 5, { everyMs: 1 })
    return ++readings.count
  })
  await figure.get()
  const readAt = performance.now()

  await until('another reading', async () => (await figure.get()) === 2, { everyMs: 1 })

  expect(performance.now() - readAt).toBeGreaterThan(100)
})

test('a reading that failed is not kept', async () => {
  const readings = { count: 0 }
  const figure = new CostlyFigure(async () => {
    readings.count++
    if (readings.count === 1) throw new Error('Away')
    return readings.count
  })

  await expect(figure.get()).rejects.toThrow('Away')
  expect(await figure.get()).toBe(2)
})
