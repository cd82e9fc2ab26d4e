import { connect } from 'node:net'

export type RawAnswer = { status: number; headers: Headers; body: Buffer }

/**
 * Sends bytes as they are, as no client library would, and reads the answer until the server closes
 * the connection.
 */
export async function rawRequest(port: number, lines: string[], body = ''): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1')
  socket.write(
    `${[...lines, 'Host: makara.test', 'Connection: close'].join('\r\n')}\r\n\r\n${body}`,
  )
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk)
  return answerOf(Buffer.concat(chunks))
}

/** The first whole answer in what a server has sent. */
export function answerOf(bytes: Buffer): RawAnswer {
  const end = bytes.indexOf('\r\n\r\n')
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const pairs = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  const [, status] = first.split(' ')
  return { status: Number(status), headers: new Headers(pairs), body: bytes.subarray(end + 4) }
}
