import { connect, type Socket } from 'node:net'
import type { Sql } from '../../shared/postgres/connect.ts'
import { until } from '../../shared/process/until.ts'
import { insertReadyDraft } from '../../shared/testing/test-rows.ts'
import type { TestServer } from './open-test-server.ts'

export type Place = Pick<TestServer, 'origin' | 'authorization'>

/** Asks for a render. */
export function postRender(server: Place, draftId: string, prefer?: string): Promise<Response> {
  return fetch(`${server.origin}/v1/drafts/${draftId}/renders`, {
    method: 'POST',
    headers: { authorization: server.authorization, ...(prefer !== undefined && { prefer }) },
  })
}

/** The same over a socket that the test can destroy. */
export async function postOverSocket(server: Place, draftId: string, prefer = ''): Promise<Socket> {
  const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('connect', resolve))
  socket.write(
    `POST /v1/drafts/${draftId}/renders HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n` +
      `Authorization: ${server.authorization}\r\n${prefer && `Prefer: ${prefer}\r\n`}\r\n`,
  )
  return socket
}

/** The id of a draft's render, as soon as it has one. */
export function renderOf(sql: Sql, draftId: string): Promise<string> {
  return until('the render has started', async () => {
    const [render] = await sql<{ id: string }[]>`select id from renders where draft_id = ${draftId}`
    return render?.id
  })
}

/** The state of a draft's only render. */
export async function renderStateOf(sql: Sql, draftId: string): Promise<string> {
  const [render] = await sql`select state from renders where draft_id = ${draftId}`
  return render?.state
}

/** Sees that the server heard of a client that went away; those that went before it was told of too. */
export async function leaveAnAttachedRender(server: TestServer): Promise<void> {
  const draftId = await insertReadyDraft(server.sql, server)
  const socket = await postOverSocket(server, draftId, 'wait=60')
  await renderOf(server.sql, draftId)
  socket.destroy()
  await until(
    'its render is cancelled',
    async () => (await renderStateOf(server.sql, draftId)) === 'cancelled',
  )
}
