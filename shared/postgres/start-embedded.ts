import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../process/free-port.ts'
import { typescriptCommand } from '../process/typescript-command.ts'
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
}): Promise<EmbeddedDatabase> {
  await mkdir(options.folder, { recursive: true })
  const dataFolder = join(options.folder, 'data')
  await stopForgottenServer(dataFolder)
  const port = await freePort()
  const password = await keptPassword(join(options.folder, 'password'))
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
  const command = typescriptCommand(new URL('embedded-main.ts', import.meta.url))
  const [program = command[0], ...args] = [...(await userPrefix(dataFolder)), ...command]
  return spawn(program, args, {
    detached: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', TMPDIR: tmpdir(), ...settings },
  })
}

/**
 * PostgreSQL refuses to run as root, and the user it runs as instead cannot enter a project below a
 * closed folder such as /root. There the server gets that user's name but keeps the right to pass.
 */
async function userPrefix(dataFolder: string): Promise<string[]> {
  if (process.getuid?.() !== 0 || (await othersMayEnter(dirname(dataFolder)))) return []
  const { stdout } = await run('id', ['-u', 'nobody'])
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  await chown(dataFolder, Number(stdout), Number(stdout))
  const pass = '+dac_override,+dac_read_search'
  return [
    'setpriv',
    '--reuid=nobody',
    `--regid=${stdout.trim()}`,
    '--clear-groups',
    `--inh-caps=${pass}`,
    `--ambient-caps=${pass}`,
  ]
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
  const ready = await new Promise<boolean>((resolve) => {
    child.stdout?.once('data', () => resolve(true))
    child.once('close', () => resolve(false))
    child.once('error', (error) => {
      words += error.message
      resolve(false)
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
