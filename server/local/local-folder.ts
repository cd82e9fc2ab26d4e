import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { isProcessAlive } from '../../shared/process/is-process-alive.ts'

const runSchema = v.object({
  pid: v.number(),
  origin: v.nullable(v.string()),
  databaseUrl: v.optional(v.nullable(v.string()), null),
})
const runTextSchema = v.pipe(v.string(), v.parseJson(), runSchema)
export type LocalRun = v.InferOutput<typeof runSchema>

/** The folder that holds everything a local Makara keeps: database, media, logs, API key. */
export class LocalFolder {
  readonly path: string

  constructor(path: string) {
    this.path = path
  }

  join(...names: string[]): string {
    return join(this.path, ...names)
  }

  /** The Makara that runs from this folder, if its process is alive. */
  async readRun(): Promise<LocalRun | undefined> {
    const run = v.safeParse(runTextSchema, await this.#readRunFile())
    return run.success && (await isMakara(run.output.pid)) ? run.output : undefined
  }

  /** Makes this process the one that runs from the folder; false when another one does. */
  async claim(): Promise<boolean> {
    await mkdir(this.path, { recursive: true })
    if (await this.readRun()) return false
    if ((await this.#readRunFile()) !== undefined) await rm(this.#runFile, { force: true })
    const mine = await this.#writeMine({ origin: null, databaseUrl: null })
    try {
      await link(mine, this.#runFile)
      return true
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
      throw error
    } finally {
      await rm(mine, { force: true })
    }
  }

  /** Tells the other commands of this user where the Makara that runs from the folder is. */
  async announce(run: Omit<LocalRun, 'pid'>): Promise<void> {
    await rename(await this.#writeMine(run), this.#runFile)
  }

  async release(): Promise<void> {
    await rm(this.#runFile, { force: true })
  }

  async readApiKey(): Promise<string | undefined> {
    return (await readFile(this.apiKeyFile, 'utf8').catch(() => '')).trim() || undefined
  }

  async writeApiKey(apiKey: string): Promise<void> {
    await writeFile(this.apiKeyFile, `${apiKey}\n`, { mode: 0o600 })
  }

  get apiKeyFile(): string {
    return this.join('api-key')
  }

  #readRunFile(): Promise<string | undefined> {
    return readFile(this.#runFile, 'utf8').catch(() => undefined)
  }

  // A database address holds a password.
  async #writeMine(run: Omit<LocalRun, 'pid'>): Promise<string> {
    const mine = `${this.#runFile}.${process.pid}`
    await rm(mine, { force: true })
    await writeFile(mine, JSON.stringify({ pid: process.pid, ...run }), { mode: 0o600, flag: 'wx' })
    return mine
  }

  get #runFile(): string {
    return this.join('run.json')
  }
}

// After a reboot the number may belong to anybody; where the system tells, it must be one of ours.
async function isMakara(pid: number): Promise<boolean> {
  if (!isProcessAlive(pid)) return false
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command === '' || command.includes('server/local/run.mjs') || pid === process.pid
}
