import { parseNodeConfig } from './config.ts'
import { startNode } from './start-node.ts'

// A render node as a process. SIGTERM and SIGINT drain it; a second one hurries it.

try {
  const config = parseNodeConfig(process.env)
  const node = await startNode(config)
  const stop = () => void node.stop().finally(() => process.stdin.destroy())
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // Whoever starts us so holds our standard input open as long as it lives.
  if (config.endsWithParent) process.stdin.on('end', stop).resume()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
