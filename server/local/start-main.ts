import { ApiClient } from './api-client.ts'
import { LocalFolder } from './local-folder.ts'
import { startLocal } from './start-local.ts'

// `npm start`: everything on this machine until Ctrl-C.

const folder = new LocalFolder(process.env.DATA_FOLDER ?? '.makara')

async function main(): Promise<number> {
  if (!(await folder.claim())) {
    const run = await folder.readRun()
    const where = run?.origin ?? 'a moment ago'
    throw new Error(`Makara already runs from this folder: ${where} (process ${run?.pid}).`)
  }
  const asked = askedToStop()
  const local = await startLocal({ folder, environment: process.env, tell })
  const signInLink = await new ApiClient(local).createSignInLink()
  tell(`
Makara runs at ${local.origin}

  Sign in (works once):  ${signInLink}

  Or by API:
  curl ${local.origin}/v1/drafts \\
    -H "Authorization: Bearer $(cat ${folder.apiKeyFile})" \\
    -H "Content-Type: application/json" -d '{"url":"https://example.com/"}'

Ctrl-C stops it.`)
  await asked
  tell('Stopping…')
  process.on('SIGINT', local.hurry)
  process.on('SIGTERM', local.hurry)
  await local.stop()
  tell('Stopped.')
  return 0
}

function askedToStop(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`)
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
