import { ensureInstalled } from './ensure-installed.mjs'

// `npm start`, `npm run video` and `npm run sign-in`: one process each, so that Ctrl-C and the exit
// code are the command's own.

const entries = {
  start: './start-main.ts',
  video: './video-main.ts',
  'sign-in': './sign-in-main.ts',
}

const entry = entries[process.argv[2]]
if (!entry)
  throw new Error(`Cannot run ${process.argv[2]}: choose ${Object.keys(entries).join(', ')}`)
ensureInstalled()
const { register } = await import('tsx/esm/api')
register()
await import(entry)
