import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { connect, type Sql } from '../../shared/postgres/connect.ts'
import {
  accountOfApiKey,
  createAccount,
  createApiKey,
} from '../../shared/postgres/create-account.ts'
import { unusableDatabase } from '../../shared/postgres/unusable-database.ts'
import { migrate } from '../../shared/postgres/migrate.ts'
import { startEmbedded } from '../../shared/postgres/start-embedded.ts'
import { freePort } from '../../shared/process/free-port.ts'
import { buildPage } from './build-page.ts'
import { KeptProcess } from './kept-process.ts'
import type { LocalFolder } from './local-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const localName = 'Local'
const firstCredits = 100

export type Local = {
  origin: string
  apiKey: string
  /** Ends the node, the server and the database, in this order. */
  stop: () => Promise<void>
  /** Kills what `stop` still waits for. */
  hurry: () => void
}

type Options = {
  folder: LocalFolder
  environment: Record<string, string | undefined>
  /** Left out: the server's own default. 0: any free port. */
  port?: number
  tell: (line: string) => void
}

/**
 * Starts everything Makara needs on this machine as separate processes: a private database (unless
 * DATABASE_URL names one), the server and one render node. The folder must have been claimed.
 */
export async function startLocal(options: Options): Promise<Local> {
  const { folder } = options
  const started: { stop: () => Promise<void>; hurry?: () => void }[] = []
  const stop = async () => {
    for (const part of started.toReversed()) await part.stop()
    await folder.release()
  }
  try {
    await mkdir(folder.join('logs'), { recursive: true })
    const database = await openDatabase(options)
    started.push(database)
    const apiKey = await prepareDatabase(database.url, folder)
    await buildPage(root)
    const { server, node } = processesOf(options, {
      databaseUrl: database.url,
      port: await portOf(options),
    })
    started.push(server)
    const origin = String((await server.start()).origin)
    started.push(node)
    await node.start()
    await folder.announce({ origin, databaseUrl: database.url })
    return { origin, apiKey, stop, hurry: () => started.forEach((part) => part.hurry?.()) }
  } catch (error) {
    await stop()
    throw error
  }
}

async function openDatabase({ environment, folder }: Options) {
  const given = environment.DATABASE_URL
  if (given && !URL.canParse(given)) {
    throw new Error('DATABASE_URL must look like postgres://user:password@host:port/database.')
  }
  if (given) return { url: given, stop: async () => undefined }
  return startEmbedded({ folder: folder.join('database') })
}

async function prepareDatabase(url: string, folder: LocalFolder): Promise<string> {
  const sql = connect(url, { applicationName: 'makara start', connectionsMax: 1 })
  try {
    await migrate(sql, join(root, 'sql'))
    return await localApiKey(sql, folder)
  } catch (error) {
    throw unusableDatabase(url, error)
  } finally {
    await sql.end({ timeout: 2 })
  }
}

// Without its key file the local account keeps its drafts and gets another key.
async function localApiKey(sql: Sql, folder: LocalFolder): Promise<string> {
  const kept = await folder.readApiKey()
  const keptAccount = kept && (await accountOfApiKey(sql, kept))
  if (kept && keptAccount) {
    await makeOperator(sql, keptAccount.accountId)
    return kept
  }
  const [account] = await sql<{ id: string }[]>`
    select id from accounts where name = ${localName} order by created_at limit 1`
  if (account) await makeOperator(sql, account.id)
  const apiKey = account
    ? await createApiKey(sql, account.id)
    : (await createAccount(sql, { name: localName, credits: firstCredits, isOperator: true }))
        .apiKey
  await folder.writeApiKey(apiKey)
  return apiKey
}

// Whoever runs everything on this machine may see to everything.
async function makeOperator(sql: Sql, accountId: string): Promise<void> {
  await sql`update accounts set is_operator = true where id = ${accountId} and not is_operator`
}

// A server that is started again must be found where it was.
async function portOf({ port, environment }: Options): Promise<string | undefined> {
  const asked = port === undefined ? environment.PORT : String(port)
  return asked === '0' ? String(await freePort()) : asked
}

function processesOf(
  { folder, environment, tell }: Options,
  { databaseUrl, port }: { databaseUrl: string; port: string | undefined },
) {
  const common = {
    MEDIA_FOLDER: folder.join('media'),
    DATA_FOLDER: folder.path,
    PAGE_FOLDER: join(root, 'dist/page'),
    ...environment,
    DATABASE_URL: databaseUrl,
  }
  const server = new KeptProcess(
    {
      name: 'server',
      entry: new URL('../main.ts', import.meta.url),
      environment: { ...common, PORT: port },
      logFile: folder.join('logs/server.log'),
      readyEvent: 'server.started',
    },
    tell,
  )
  const node = new KeptProcess(
    {
      name: 'render node',
      entry: new URL('../../render-node/main.ts', import.meta.url),
      environment: { DRAIN_SECONDS: '2', ...common },
      logFile: folder.join('logs/node.log'),
      readyEvent: 'node.started',
    },
    tell,
  )
  return { server, node }
}
