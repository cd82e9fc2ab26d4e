import { isDeepStrictEqual } from 'node:util'
import { check } from './check.ts'
import type { QueueModel } from './queue-model.ts'

/** Lets the model take the step that the database has taken, and compares their answers. */
export type Verify = (model: QueueModel) => void

export function checkAnswer(step: string, answer: unknown, expected: unknown): void {
  check(
    isDeepStrictEqual(answer, expected),
    `"${step}" answered ${JSON.stringify(answer)}, not ${JSON.stringify(expected)}`,
  )
}
