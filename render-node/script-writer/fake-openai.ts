import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'

export type FakeAnswer = (response: ServerResponse) => void

/** A server for tests that speaks chat completions: it gives the listed answers, the last one for ever. */
export class FakeOpenai implements AsyncDisposable {
  readonly requests: { authorization: string; body: string }[] = []
  readonly #server: Server

  private constructor(answers: readonly FakeAnswer[]) {
    this.#server = createServer(
      (request, response) => void this.#serve(request, { response, answers }),
    )
  }

  static async start(...answers: readonly FakeAnswer[]): Promise<FakeOpenai> {
    const fake = new FakeOpenai(answers)
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve))
    return fake
  }

  get baseUrl(): string {
    const address = this.#server.address()
    if (address === null || typeof address === 'string')
      throw new Error('Cannot tell port: not listening')
    return `http://127.0.0.1:${address.port}/v1`
  }

  async #serve(
    request: IncomingMessage,
    { response, answers }: { response: ServerResponse; answers: readonly FakeAnswer[] },
  ): Promise<void> {
    const body = await text(request)
    const answer = answers[Math.min(this.requests.length, answers.length - 1)]
    this.requests.push({ authorization: request.headers.authorization ?? '', body })
    answer?.(response)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}

/** A good answer with this message content. */
export function completion(content: string, message: Record<string, unknown> = {}): FakeAnswer {
  return json(200, {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        finish_reason: 'stop',
        message: { role: 'assistant', content, refusal: null, ...message },
      },
    ],
    usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 },
  })
}

/** Any answer in JSON. */
export function json(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): FakeAnswer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  }
}
