/** A regular file that may be served. It is opened when its stream is read, and not before. */
export type ServedFile = {
  bytes: number
  /** Bytes `first` to `last`, both included. */
  stream: (range: { first: number; last: number }) => ReadableStream<Uint8Array<ArrayBuffer>>
}
