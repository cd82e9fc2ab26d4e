import { afterAll, beforeAll } from 'vitest'
import { openTestApp, type TestApp } from './open-test-app.ts'

/** One app for all cases of a table; for cases that do not care what the others leave behind. */
export function shareTestApp(
  prepare: (app: TestApp) => Promise<void> = async () => undefined,
): () => TestApp {
  let opened: TestApp | undefined
  beforeAll(async () => {
    opened = await openTestApp()
    await prepare(opened)
  })
  afterAll(async () => opened?.[Symbol.asyncDispose]())
  return () => {
    if (!opened) throw new Error('Cannot use the shared app before the tests have begun')
    return opened
  }
}
