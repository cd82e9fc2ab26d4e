import { createApiKey } from '../../../shared/postgres/create-account.ts'
import type { TestProcess } from '../../../shared/testing/test-process.ts'
import { insertReadyDraft } from '../../../shared/testing/test-rows.ts'
import type { FaultFarm } from './fault-bench.ts'

const patienceMs = 1500
const patientMs = 20_000

/** A client who asks another server when the armed one gives no answer, or none that tells. */
export async function askForRender(
  farm: FaultFarm,
  request: { accountId: string; armed: TestProcess },
): Promise<void> {
  const apiKey = await createApiKey(farm.sql, request.accountId)
  const draftId = await insertReadyDraft(farm.sql, request)
  const path = `/v1/drafts/${draftId}/renders`
  const status = await post(request.armed, { path, apiKey, withinMs: patienceMs })
  if (status === 202) return
  const other = farm.startServer()
  const secondStatus = await post(other, { path, apiKey, withinMs: patientMs })
  if (secondStatus !== 202 && secondStatus !== 409) {
    throw new Error(`Asked twice and got ${status} and ${secondStatus}`)
  }
}

/** The status, or 0 without an answer. */
async function post(
  server: TestProcess,
  { path, apiKey, withinMs }: { path: string; apiKey: string; withinMs: number },
): Promise<number> {
  const { origin } = await server.logged('server.started')
  const answer = fetch(`${String(origin)}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}` },
    signal: AbortSignal.timeout(withinMs),
  })
  return answer.then(
    (response) => response.status,
    () => 0,
  )
}
