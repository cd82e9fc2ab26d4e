import { expect, test } from 'vitest'
import { FakeOpenai } from './fake-openai.ts'
import { limitedFetch } from './limited-fetch.ts'

test('an answer within the limit arrives whole, with its status', async () => {
  await using fake = await FakeOpenai.start((response) => response.writeHead(429).end('wait'))

  const response = await limitedFetch(4)(fake.baseUrl)

  expect(response.status).toBe(429)
  expect(await response.text()).toBe('wait')
})

test('an answer without an end breaks off at the limit', async () => {
  let sent = 0
  await using fake = await FakeOpenai.start((response) => {
    const piece = Buffer.alloc(64 * 1024)
    const send = () => {
      sent += piece.length
      response.write(piece, send)
    }
    response.on('error', () => undefined)
    send()
  })

  const response = await limitedFetch(1024 * 1024)(fake.baseUrl)

  await expect(response.text()).rejects.toThrow('The answer has more than 1048576 bytes')
  expect(sent).toBeLessThan(32 * 1024 * 1024)
})
