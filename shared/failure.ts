import type { Fault } from './problem.ts'

/**
 * Work that failed for a reason we can name: a stable code, a sentence for the user, and whether the
 * same work may succeed later. `evidence` is for operators and never holds secrets.
 */
export class Failure extends Error {
  readonly code: string
  readonly retryable: boolean
  readonly retryAfterMs: number | undefined
  /** Costs no attempt: the work only waited for somebody else, a provider's limit or the database. */
  readonly isFree: boolean
  /** What the user gave cannot be worked on: theirs to mend, no dead job for operators. */
  readonly refusesInput: boolean
  readonly evidence: unknown

  constructor(failure: {
    code: string
    sentence: string
    retryable?: boolean
    retryAfterMs?: number | undefined
    isFree?: boolean
    refusesInput?: boolean
    evidence?: unknown
    cause?: unknown
  }) {
    super(failure.sentence, { cause: failure.cause })
    this.name = 'Failure'
    this.code = failure.code
    this.retryable = failure.retryable ?? false
    this.retryAfterMs = failure.retryAfterMs
    this.isFree = failure.isFree ?? false
    this.refusesInput = failure.refusesInput ?? false
    this.evidence = failure.evidence
  }
}

/** Any thrown value as a failure; what we did not foresee is retried and keeps its words as evidence. */
export function failureOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  return new Failure({
    code: 'internal_error',
    sentence: 'Something went wrong on our side.',
    retryable: true,
    evidence:
      error instanceof Error
        ? { message: error.message, stack: error.stack }
        : { error: String(error) },
    cause: error,
  })
}

/** The failure as the owner of the draft or render sees it. */
export function faultOf(failure: Failure, stage: string | null): Fault {
  return { code: failure.code, sentence: failure.message, stage, retryable: failure.retryable }
}
