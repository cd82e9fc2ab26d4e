import { createRequire } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** The command and arguments that run a TypeScript entry file with this Node. */
export function typescriptCommand(entry: URL): [string, ...string[]] {
  const tsx = createRequire(import.meta.url).resolve('tsx')
  return [process.execPath, '--import', pathToFileURL(tsx).href, fileURLToPath(entry)]
}
