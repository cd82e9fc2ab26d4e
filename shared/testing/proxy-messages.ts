/** Cuts one direction of a PostgreSQL connection into whole messages. */
export class MessageSplitter {
  #rest: Buffer = Buffer.alloc(0)

  /** What a client begins with is untyped: it has no letter in front of its length. */
  read(chunk: Buffer, options: { isTyped: () => boolean; onMessage: (message: Buffer) => void }) {
    this.#rest = Buffer.concat([this.#rest, chunk])
    for (;;) {
      const lengthAt = options.isTyped() ? 1 : 0
      if (this.#rest.length < lengthAt + 4) return
      const end = lengthAt + this.#rest.readUInt32BE(lengthAt)
      if (this.#rest.length < end) return
      const message = this.#rest.subarray(0, end)
      this.#rest = this.#rest.subarray(end)
      options.onMessage(message)
    }
  }
}

/** The letter of a typed message. */
export function typeOf(message: Buffer): string {
  return String.fromCharCode(message[0] ?? 0)
}

/** What an untyped message asks for. */
export function requestOf(message: Buffer): 'encryption' | 'cancel' | 'session' {
  switch (message.readUInt32BE(4)) {
    case 80877103:
    case 80877104:
      return 'encryption'
    case 80877102:
      return 'cancel'
    default:
      return 'session'
  }
}

/** A statement that the server carries out, and those before it in its transaction. */
export type Statement = { text: string; transaction: string }

/** Knows what a client's messages execute, sent as text, newly prepared or prepared long ago. */
export class StatementReader {
  readonly #prepared = new Map<string, string>()
  #bound = ''
  #transaction: string[] = []

  /** The statement that the server carries out on this message, if any. */
  executedBy(message: Buffer): Statement | undefined {
    const [first = '', second = ''] = message.toString('utf8', 5).split('\0')
    switch (typeOf(message)) {
      case 'P':
        this.#prepared.set(first, second)
        return undefined
      case 'B':
        this.#bound = this.#prepared.get(second) ?? ''
        return undefined
      case 'E':
        return this.#executed(this.#bound)
      case 'Q':
        return this.#executed(first)
      default:
        return undefined
    }
  }

  #executed(text: string): Statement {
    if (/^\s*begin\b/i.test(text)) this.#transaction = []
    const statement = { text, transaction: this.#transaction.join('\n') }
    this.#transaction.push(text)
    return statement
  }
}
