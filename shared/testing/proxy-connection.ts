import { connect, type Socket } from 'node:net'
import {
  MessageSplitter,
  requestOf,
  type Statement,
  StatementReader,
  typeOf,
} from './proxy-messages.ts'

/** Where a connection is to be cut, once. */
export type CutPoint = {
  isAt: (statement: Statement) => boolean
  /** Whether the server still gets the statement and carries it out. */
  isForwarded: boolean
  onDone: () => void
}

export type ProxyRules = { dropsNotifications: boolean; cutPoint: CutPoint | undefined }

const sync = Buffer.from([83, 0, 0, 0, 4])

/** One connection of a client, and the one to PostgreSQL that stands behind it. */
export class ProxyConnection {
  readonly #client: Socket
  readonly #upstream: Socket
  readonly #rules: ProxyRules
  readonly #statements = new StatementReader()
  #isTyped = false
  #isHanging = false
  /** Answers that the server still owes: a ReadyForQuery each. */
  #owed = 0
  #onAnswered: (() => void) | undefined

  constructor(client: Socket, target: { host: string; port: number }, rules: ProxyRules) {
    this.#client = client
    this.#upstream = connect({ ...target, allowHalfOpen: true })
    this.#rules = rules
    this.#forward(this.#client, this.#upstream, (message) => this.#fromClient(message))
    this.#forward(this.#upstream, this.#client, (message) => this.#fromServer(message))
  }

  cut(): void {
    this.#client.destroy()
    this.#upstream.destroy()
  }

  /** From now on neither side hears of the other, not even of its end. */
  hang(): void {
    this.#isHanging = true
  }

  #forward(from: Socket, to: Socket, onMessage: (message: Buffer) => void): void {
    const splitter = new MessageSplitter()
    const reading = {
      isTyped: () => from === this.#upstream || this.#isTyped,
      onMessage: (message: Buffer) => void (this.#isHanging || onMessage(message)),
    }
    from.on('data', (chunk) => splitter.read(chunk, reading))
    from.on('end', () => this.#isHanging || to.end())
    from.on('close', () => this.#isHanging || to.destroy())
    // A close follows.
    from.on('error', () => undefined)
  }

  #fromClient(message: Buffer): void {
    if (!this.#isTyped) return this.#fromNewClient(message)
    const statement = this.#statements.executedBy(message)
    const { cutPoint } = this.#rules
    if (statement && cutPoint?.isAt(statement)) return this.#cutAt(message, cutPoint)
    this.#upstream.write(message)
    if ('SQ'.includes(typeOf(message))) this.#owed++
  }

  #fromNewClient(message: Buffer): void {
    const request = requestOf(message)
    if (request === 'encryption') {
      this.#client.write('N')
      return
    }
    this.#upstream.write(message)
    if (request === 'cancel') return
    this.#isTyped = true
    this.#owed = 1
  }

  #fromServer(message: Buffer): void {
    const type = typeOf(message)
    if (type === 'A' && this.#rules.dropsNotifications) return
    if (!this.#client.destroyed) this.#client.write(message)
    if (type === 'Z' && --this.#owed === 0) this.#onAnswered?.()
  }

  // The client is cut off at once; the server's side stays open until it has carried this out.
  #cutAt(message: Buffer, { isForwarded, onDone }: CutPoint): void {
    this.#rules.cutPoint = undefined
    if (!isForwarded) {
      this.cut()
      return onDone()
    }
    this.#client.removeAllListeners('data').removeAllListeners('close').destroy()
    this.#upstream.write(message)
    if (typeOf(message) === 'E') this.#upstream.write(sync)
    this.#owed++
    this.#onAnswered = () => {
      this.#upstream.destroy()
      onDone()
    }
  }
}
