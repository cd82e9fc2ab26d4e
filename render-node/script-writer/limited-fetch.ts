/** A `fetch` whose answers break off after `bytesMax` decoded bytes, so that none can fill the memory. */
export function limitedFetch(bytesMax: number): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const body = response.body?.pipeThrough(limit(bytesMax))
    return new Response(body ?? null, { status: response.status, headers: response.headers })
  }
}

function limit(bytesMax: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes > bytesMax) throw new Error(`The answer has more than ${bytesMax} bytes`)
      controller.enqueue(chunk)
    },
  })
}
