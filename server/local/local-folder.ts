import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { isProcessAlive } from '../../shared/process/is-process-alive.ts'

const runSchema = v.object({ pid: v.number(), origin: v.nullable(v.string()) })
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
    const mine = `${this.#runFile}.${process.pid}`
    await writeFile(mine, JSON.stringify({ pid: process.pid, origin: null }), { mode: 0o600 })
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

  async announce(origin: string): Promise<void> {
    await writeFile(this.#runFile, JSON.stringify({ pid: process.pid, origin }))
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
