import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jobKinds } from '../../../shared/job-kinds.ts'
import type { Sql } from '../../../shared/postgres/connect.ts'
import type { HeldJob } from '../../../shared/postgres/end-jobs.ts'
import { createAccount } from '../../../shared/postgres/create-account.ts'
import { removeFolder } from '../../../shared/process/remove-folder.ts'
import { insertNewDraft, insertReadyDraft, testScript } from '../../../shared/testing/test-rows.ts'
import { type NodeConfig, parseNodeConfig } from '../../config.ts'
import type { PreparedRenderer } from '../../renderer/prepare-renderer.ts'
import type { JobEnd } from '../../run-job.ts'
import type { Operations } from './operations.ts'
import { QueueModel } from './queue-model.ts'
import { readSnapshot, type Snapshot } from './read-snapshot.ts'
import { virtualProbe } from './virtual-renderer.ts'
import type { VirtualRun } from './virtual-run.ts'

/** Longer than a simulated run takes: leases lapse when a step says so. */
export const leaseSeconds = 60

export type VirtualNode = {
  id: string
  /** What its release knows. */
  kinds: string[]
  isPaused: boolean
  /** What it believes to hold. */
  runs: VirtualRun[]
}

export type FarmDraft = { id: string; accountId: string }
export type FarmAccount = { id: string; credits: number }

export type Farm = {
  sql: Sql
  operations: Operations
  workshop: Workshop
  nodes: VirtualNode[]
  accounts: FarmAccount[]
  drafts: FarmDraft[]
  model: QueueModel
  /** The database after the last step. */
  seen: Snapshot
  /** What claims have given out, and how runs have ended, since then. */
  claimed: HeldJob[]
  ends: { token: string; end: JobEnd }[]
}

/** The folders and settings that all virtual nodes share. */
export type Workshop = AsyncDisposable & { config: NodeConfig; prepared: PreparedRenderer }

export async function openWorkshop(): Promise<Workshop> {
  const folder = await mkdtemp(join(tmpdir(), 'makara-test-'))
  const [bundleHash, ffprobe] = ['virtual', join(folder, 'probe')]
  const bundleFolder = join(folder, 'bundles', bundleHash)
  await mkdir(bundleFolder, { recursive: true })
  await writeFile(ffprobe, virtualProbe)
  await chmod(ffprobe, 0o755)
  const places = { MEDIA_FOLDER: join(folder, 'media'), DATA_FOLDER: folder }
  return {
    config: parseNodeConfig({ DATABASE_URL: 'unused', ...places }),
    prepared: { browserExecutable: '', browserProgram: '', bundleHash, bundleFolder, ffprobe },
    [Symbol.asyncDispose]: () => removeFolder(folder),
  }
}

/** Empties the database and builds a small farm on it: two accounts, four drafts, idle nodes. */
export async function openFarm(
  sql: Sql,
  options: { operations: Operations; workshop: Workshop; nodeCount: number },
): Promise<Farm> {
  await clear(sql)
  const rich = await insertAccount(sql, 3)
  const poor = await insertAccount(sql, 1)
  const drafts = [
    await readyDraft(sql, { accountId: rich.id, sceneSeconds: 1 }),
    await readyDraft(sql, { accountId: rich.id, sceneSeconds: 4 }),
    await readyDraft(sql, { accountId: poor.id, sceneSeconds: 1 }),
    await newDraft(sql, poor.id),
  ]
  const accounts = [rich, poor]
  const nodes = Array.from({ length: options.nodeCount }, (_, position) => newNode(position))
  const seen = await readSnapshot(sql)
  const model = new QueueModel()
  model.adopt(seen)
  const { operations, workshop } = options
  const unchecked = { claimed: [], ends: [] }
  return { sql, operations, workshop, nodes, accounts, drafts, model, seen, ...unchecked }
}

// Much quicker than a truncate, as long as the tables are small.
async function clear(sql: Sql): Promise<void> {
  await sql`
    with old_jobs as (delete from jobs),
    old_history as (delete from job_history),
    dead as (delete from dead_letters),
    booked as (delete from ledger),
    keys as (delete from api_keys)
    delete from drafts`
  await sql`delete from accounts`
}

async function insertAccount(sql: Sql, credits: number): Promise<FarmAccount> {
  return { id: (await createAccount(sql, { name: 'Ada', credits })).accountId, credits }
}

async function readyDraft(
  sql: Sql,
  { accountId, sceneSeconds }: { accountId: string; sceneSeconds: number },
): Promise<FarmDraft> {
  const script = testScript({ durationSeconds: sceneSeconds })
  return { id: await insertReadyDraft(sql, { accountId, script }), accountId }
}

async function newDraft(sql: Sql, accountId: string): Promise<FarmDraft> {
  const html = '<p>Halden kettles boil a litre of water in 58 seconds.</p>'
  return { id: await insertNewDraft(sql, { accountId, html }), accountId }
}

// The third node is of an older release, from before videos had sound.
function newNode(position: number): VirtualNode {
  const kinds = Object.keys(jobKinds).filter((kind) => position !== 2 || kind !== 'sound')
  return { id: randomUUID(), kinds, isPaused: false, runs: [] }
}
