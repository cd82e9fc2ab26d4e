import type { RequestListener, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { until } from '../shared/process/until.ts'
import { HttpListener } from './http-listener.ts'
import { rawRequest } from './testing/raw-request.ts'

const silenceMs = 100

function open(onRequest: RequestListener): Promise<HttpListener> {
  return HttpListener.open(onRequest, { host: '127.0.0.1', port: 0, silenceMs })
}

function portOf(listener: HttpListener): number {
  return Number(new URL(listener.origin).port)
}

function closed(side: Socket | ServerResponse): Promise<void> {
  side.on('error', () => undefined)
  return new Promise((resolve) => side.once('close', () => resolve()))
}

test('a client that waits long for its answer to begin is not taken for a silent one', async () => {
  await using listener = await open((_, response) => {
    setTimeout(() => response.end('at last'), silenceMs * 4)
  })

  const answer = await rawRequest(portOf(listener), ['GET / HTTP/1.1'])

  expect(String(answer.body)).toContain('at last')
})

test('a client that stops in the middle of its request is cut off', async () => {
  await using listener = await open(() => undefined)
  const client = connect(portOf(listener), '127.0.0.1').resume()
  client.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{')

  await closed(client)
  expect(client.bytesRead).toBe(0)
})

test('a client that takes no more of its answer is cut off', async () => {
  const answers: ServerResponse[] = []
  await using listener = await open((_, response) => {
    response.write(Buffer.alloc(64 * 1024 * 1024))
    answers.push(response)
  })
  const client = connect(portOf(listener), '127.0.0.1').pause()
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')

  const answer = await until('it is being answered', () => answers[0])
  await closed(answer)
  expect(answer.writableFinished).toBe(false)
  client.destroy()
})
