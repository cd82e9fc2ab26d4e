import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { keepServersOnLoopback } from './keep-servers-on-loopback.ts'

const original = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(createServer()), 'listen')
afterEach(() => {
  if (original) Object.defineProperty(Object.getPrototypeOf(createServer()), 'listen', original)
})

async function addressOf(server: Server): Promise<unknown> {
  server.listen({ port: 0, host: '0.0.0.0' })
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address?.address
}

test('a server that wants every interface gets loopback', async () => {
  expect(await addressOf(createServer())).toBe('0.0.0.0')
  keepServersOnLoopback()
  expect(await addressOf(createServer())).toBe('127.0.0.1')
})
