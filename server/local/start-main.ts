import { aborted, stopSignals } from '../../shared/process/stop-signals.ts'
import { wordsOfError } from '../../shared/process/words-of-error.ts'
import { ApiClient } from './api-client.ts'
import { LocalFolder } from './local-folder.ts'
import { startLocal } from './start-local.ts'

// `npm start`: everything on this machine until Ctrl-C.

const folder = new LocalFolder(process.env.DATA_FOLDER ?? '.makara')

async function main(): Promise<void> {
  if (!(await folder.claim())) throw new Error(await whyNotClaimed())
  const signals = stopSignals()
  tell('Starting…')
  const local = await startLocal({ folder, environment: process.env, tell })
  try {
    tell(welcome(local.origin, await new ApiClient(local).createSignInLink()))
    await aborted(signals.asked)
    tell('Stopping…')
  } finally {
    signals.onSecond(local.hurry)
    await local.stop()
  }
  tell('Stopped.')
}

async function whyNotClaimed(): Promise<string> {
  const run = await folder.readRun()
  if (!run?.origin) return 'Makara is just starting from this folder.'
  return `Makara runs from this folder already: ${run.origin} (process ${run.pid}).`
}

function welcome(origin: string, signInLink: string): string {
  return `
Makara runs at ${origin}

  Sign in (works once):  ${signInLink}

  Or by API:
  curl ${origin}/v1/drafts \\
    -H "Authorization: Bearer $(cat ${folder.apiKeyFile})" \\
    -H "Content-Type: application/json" -d '{"url":"https://example.com/"}'

Ctrl-C stops it.`
}

function tell(line: string): void {
  process.stdout.write(`${line}\n`)
}

try {
  await main()
} catch (error) {
  process.stderr.write(`${wordsOfError(error)}\n`)
  process.exitCode = 1
}
