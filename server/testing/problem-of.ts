import * as v from 'valibot'
import { expect } from 'vitest'
import { type Problem, problemSchema } from '../../shared/problem.ts'

/** The problem that an answer tells, checked to be a whole one. */
export async function problemOf(response: Response): Promise<Problem> {
  expect(response.headers.get('content-type')).toBe('application/problem+json')
  const problem = v.parse(problemSchema, await response.json())
  expect(problem.status).toBe(response.status)
  expect(problem.requestId).toBe(response.headers.get('x-request-id'))
  return problem
}
