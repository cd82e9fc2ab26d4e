export type ReadEvent = { event: string; id: string; state: Record<string, unknown> }

/** Reads a stream of server-sent events one by one, ignoring comments and `retry`. */
export class EventReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>
  readonly #decoder = new TextDecoder()
  #text = ''

  constructor(response: Response) {
    if (!response.body) throw new Error(`Cannot read events: status ${response.status}`)
    this.#reader = response.body.getReader()
  }

  /** The next event; undefined at the end of the stream. */
  async next(): Promise<ReadEvent | undefined> {
    for (;;) {
      const block = await this.#nextBlock()
      if (block === undefined) return undefined
      const fields = fieldsOf(block)
      if (fields.data === undefined) continue
      return {
        event: fields.event ?? 'message',
        id: fields.id ?? '',
        state: JSON.parse(fields.data),
      }
    }
  }

  async #nextBlock(): Promise<string | undefined> {
    while (!this.#text.includes('\n\n')) {
      const { done, value } = await this.#reader.read()
      if (done) return undefined
      this.#text += this.#decoder.decode(value, { stream: true })
    }
    const end = this.#text.indexOf('\n\n')
    const block = this.#text.slice(0, end)
    this.#text = this.#text.slice(end + 2)
    return block
  }

  async close(): Promise<void> {
    await this.#reader.cancel()
  }
}

function fieldsOf(block: string): Partial<Record<string, string>> {
  const lines = block.split('\n').filter((line) => !line.startsWith(':'))
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), line.slice(colon + 2)]
    }),
  )
}
