/** A regular file that is open for reading. Whoever gets it closes it or reads the stream to its end. */
export type OpenFile = {
  bytes: number
  /** Bytes `first` to `last`, both included; closes the file at the end, on errors and on cancel. */
  stream: (range: { first: number; last: number }) => ReadableStream<Uint8Array<ArrayBuffer>>
  close: () => Promise<void>
}
