import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '../process/free-port.ts'
import { until } from '../process/until.ts'

const run = promisify(execFile)

export type EmbeddedDatabase = { url: string; stop: () => Promise<void> }

/**
 * Starts the private PostgreSQL server whose files live in `folder`, making them at first use. The
 * server ends with `stop()` or when this process dies.
 * @throws with the server's last words when it does not come up.
 */
export async function startEmbedded(options: {
  folder: string
  /** More flags for the `postgres` command, such as `-c fsync=off` in tests. */
  flags?: string
  /** A free one when left out. */
  port?: number
}): Promise<EmbeddedDatabase> {
  const folder = resolve(options.folder)
  await mkdir(folder, { recursive: true })
  const dataFolder = join(folder, 'data')
  await stopForgottenServer(dataFolder)
  const port = options.port ?? (await freePort())
  const password = await keptPassword(join(folder, 'password'))
  const child = await spawnServer(dataFolder, {
    MAKARA_DATABASE_FOLDER: dataFolder,
    MAKARA_DATABASE_PORT: String(port),
    MAKARA_DATABASE_PASSWORD: password,
    MAKARA_DATABASE_FLAGS: options.flags ?? '',
  })
  await untilReady(child)
  return {
    url: `postgres://makara:${password}@127.0.0.1:${port}/postgres`,
    stop: () => stopServer(child),
  }
}

// A server outlives its keeper only when the keeper was killed with SIGKILL. The data folder is
// ours, so its lock file names a process of ours, unless the number has been given to another.
async function stopForgottenServer(dataFolder: string): Promise<void> {
  const lockFile = await readFile(join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(lockFile.split('\n')[0])
  if (!pid || !(await isPostgres(pid, dataFolder))) return
  process.kill(pid, 'SIGINT')
  await until(
    'the forgotten database server ends',
    async () => !(await isPostgres(pid, dataFolder)),
  )
}

async function isPostgres(pid: number, dataFolder: string): Promise<boolean> {
  const { stdout } = await run('ps', ['-o', 'args=', '-p', String(pid)]).catch(() => ({
    stdout: '',
  }))
  return stdout.includes('postgres') && stdout.includes(dataFolder)
}

async function keptPassword(file: string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch(() => '')
  if (kept) return kept
  const password = randomBytes(18).toString('hex')
  await writeFile(file, password, { mode: 0o600 })
  return password
}

async function spawnServer(
  dataFolder: string,
  settings: Record<string, string>,
): Promise<ChildProcess> {
  const command = [process.execPath, fileURLToPath(new URL('embedded-main.mjs', import.meta.url))]
  const [program = process.execPath, ...args] = [...(await userPrefix(dataFolder)), ...command]
  return spawn(program, args, {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', TMPDIR: tmpdir(), ...settings },
  })
}

/**
 * PostgreSQL refuses to run as root, and the user it runs as instead cannot enter a project below a
 * closed folder such as /root. There it runs in a user namespace, where root goes by another number.
 */
async function userPrefix(dataFolder: string): Promise<string[]> {
  if (process.getuid?.() !== 0) return []
  const folders = [dirname(dataFolder), dirname(fileURLToPath(import.meta.url))]
  const open = await Promise.all(folders.map(othersMayEnter))
  return open.includes(false) ? ['unshare', '--user', '--map-user=1', '--map-group=1'] : []
}

async function othersMayEnter(folder: string): Promise<boolean> {
  const nobody = 65_534
  return run('test', ['-x', folder], { uid: nobody, gid: nobody }).then(
    () => true,
    () => false,
  )
}

async function untilReady(child: ChildProcess): Promise<void> {
  let words = ''
  child.stderr?.on('data', (text: Buffer) => {
    words = (words + text).slice(-4000)
  })
  const ready = await new Promise<boolean>((done) => {
    child.stdout?.once('data', () => done(true))
    child.once('close', () => done(false))
    child.once('error', (error) => {
      words += error.message
      done(false)
    })
  })
  if (!ready) throw new Error(`Cannot start the private database:\n${words.trim()}`)
}

async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.stdin?.end()
  await exit
}
