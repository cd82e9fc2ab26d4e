import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from '../../../shared/postgres/connect.ts'
import { typescriptCommand } from '../../../shared/process/typescript-command.ts'
import { until } from '../../../shared/process/until.ts'

const entry = new URL('../../main.ts', import.meta.url)
const preparedWithinMs = 180_000

/** Starts a whole render node, browser and all, and waits until it takes jobs. */
export async function startIdleNode(
  url: string,
  environment: Record<string, string>,
): Promise<AsyncDisposable> {
  const [program, ...args] = typescriptCommand(entry)
  const child = spawn(program, args, {
    stdio: ['pipe', 'ignore', 'inherit'],
    env: { ...environment, DATABASE_URL: url, MAKARA_ENDS_WITH_PARENT: '1' },
  })
  const exit = once(child, 'exit')
  const node = {
    async [Symbol.asyncDispose]() {
      child.stdin.end()
      await exit
    },
  }
  try {
    await untilReady(url)
    return node
  } catch (error) {
    await node[Symbol.asyncDispose]()
    throw error
  }
}

async function untilReady(url: string): Promise<void> {
  const sql = connect(url, { applicationName: 'makara bench', connectionsMax: 1 })
  const isReady = async () => (await sql`select from nodes where state = 'ready'`).length > 0
  try {
    await until('the render node is ready', isReady, { withinMs: preparedWithinMs })
  } finally {
    await sql.end()
  }
}
