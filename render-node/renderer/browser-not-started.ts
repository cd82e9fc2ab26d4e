/** The browser does not even start: the machine's fault, not the task's. */
export class BrowserNotStarted extends Error {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'BrowserNotStarted'
  }
}
