import { ApiClient } from './api-client.ts'
import { LocalFolder } from './local-folder.ts'

// `npm run sign-in`: one more sign-in link for the Makara that runs here.

const folder = new LocalFolder(process.env.DATA_FOLDER ?? '.makara')
const { origin } = (await folder.readRun()) ?? {}
const apiKey = await folder.readApiKey()

if (origin && apiKey) {
  process.stdout.write(`${await new ApiClient({ origin, apiKey }).createSignInLink()}\n`)
} else {
  process.stderr.write('Makara does not run from this folder: start it with `npm start`.\n')
  process.exitCode = 1
}
