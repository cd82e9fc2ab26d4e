import OpenAI from 'openai'
import * as v from 'valibot'
import type { Language } from '../../shared/language.ts'
import type { Script } from '../../shared/script.ts'
import type { PageText } from '../page-reader/page-text.ts'
import { limitedFetch } from './limited-fetch.ts'
import { answerJsonSchema, readModelAnswer } from './model-answer.ts'
import { type ModelFailure, modelFailure, modelFailureOf } from './model-failure.ts'
import { modelMessages } from './model-messages.ts'

export type ModelOptions = {
  apiKey: string
  model: string
  /** Address of an API that speaks OpenAI's chat completions. */
  baseUrl?: string
  /** Milliseconds for both tries together. */
  deadlineMs?: number
}

/** Tokens that were paid for, in failed tries too. */
export type TokenUsage = { calls: number; inputTokens: number; outputTokens: number }

export type ModelWriting = ({ ok: true; script: Script } | ModelFailure) & { usage: TokenUsage }

type CallOptions = ModelOptions & {
  language: Language
  signal: AbortSignal
  /** Waits until a paid call may be made. */
  beforeCall?: (() => Promise<void>) | undefined
}

const baseUrlDefault = 'https://api.openai.com/v1'
const deadlineMsDefault = 60_000
const outputTokensMax = 6000
const triesMax = 2
const answerBytesMax = 1024 * 1024

/**
 * Asks a model for a script and checks it against the page; asks once more when the answer is not
 * valid. Throws only when the signal aborts.
 */
export async function writeModelScript(
  page: PageText,
  options: CallOptions,
): Promise<ModelWriting> {
  const usage: TokenUsage = { calls: 0, inputTokens: 0, outputTokens: 0 }
  const deadline = AbortSignal.timeout(options.deadlineMs ?? deadlineMsDefault)
  const signal = AbortSignal.any([options.signal, deadline])
  try {
    return { ...(await tryTwice(page, { options: { ...options, signal }, usage })), usage }
  } catch (error) {
    options.signal.throwIfAborted()
    const failure = deadline.aborted ? modelFailure('provider_timeout') : modelFailureOf(error)
    return { ...failure, usage }
  }
}

async function tryTwice(
  page: PageText,
  { options, usage }: { options: CallOptions; usage: TokenUsage },
): Promise<{ ok: true; script: Script } | ModelFailure> {
  let issues: string[] = []
  for (let tries = 0; tries < triesMax; tries += 1) {
    const answer = await ask(page, { options, usage, issues })
    if (answer === null) return modelFailure('content_refused')
    const reading = readModelAnswer(answer, page)
    if (reading.ok) return reading
    issues = reading.issues
  }
  return modelFailure('script_invalid')
}

// Other servers that speak this interface may leave things out.
const completionSchema = v.object({
  choices: v.pipe(
    v.array(
      v.object({
        message: v.object({ content: v.nullish(v.string()), refusal: v.nullish(v.string()) }),
        finish_reason: v.nullish(v.string()),
      }),
    ),
    v.minLength(1),
  ),
  usage: v.nullish(
    v.object({
      prompt_tokens: v.fallback(v.number(), 0),
      completion_tokens: v.fallback(v.number(), 0),
    }),
  ),
})

// The text of the answer, or null when the model declines.
async function ask(
  page: PageText,
  { options, usage, issues }: { options: CallOptions; usage: TokenUsage; issues: string[] },
): Promise<string | null> {
  await options.beforeCall?.()
  usage.calls += 1
  const completion = await clientFor(options).chat.completions.create(
    {
      model: options.model,
      messages: modelMessages(page, { language: options.language, issues }),
      max_completion_tokens: outputTokensMax,
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'script', strict: true, schema: answerJsonSchema() },
      },
    },
    { signal: options.signal },
  )
  const { choices, usage: used } = v.parse(completionSchema, completion)
  usage.inputTokens += used?.prompt_tokens ?? 0
  usage.outputTokens += used?.completion_tokens ?? 0
  const [choice] = choices
  const isRefused = Boolean(choice?.message.refusal) || choice?.finish_reason === 'content_filter'
  return isRefused ? null : (choice?.message.content ?? '')
}

// Everything is passed in, so that nothing is taken from the environment; nothing is logged.
function clientFor(options: CallOptions): OpenAI {
  return new OpenAI({
    apiKey: options.apiKey,
    baseURL: options.baseUrl ?? baseUrlDefault,
    organization: null,
    project: null,
    maxRetries: 0,
    fetch: limitedFetch(answerBytesMax),
    logLevel: 'off',
  })
}
