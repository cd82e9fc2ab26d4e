import type { Answer } from './api-client.ts'

/** What to tell somebody whose request did not work. */
export function sentenceOf(answer: Exclude<Answer<unknown>, { kind: 'ok' }>): string {
  return answer.kind === 'refused'
    ? answer.problem.detail
    : 'Makara cannot be reached right now. Nothing is lost; try again in a moment.'
}
