import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect } from '../postgres/connect.ts'
import { migrate } from '../postgres/migrate.ts'
import { startEmbedded } from '../postgres/start-embedded.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    databaseServerUrl: string
  }
}

/**
 * Vitest's global set-up: one PostgreSQL server for the run, with a migrated template database. With
 * TEST_DATABASE_URL that server is used instead; its user must be allowed to create databases.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer()
  await makeTemplate(server.url).catch(async (error) => {
    await server.stop()
    throw error
  })
  project.provide('databaseServerUrl', server.url)
  return server.stop
}

async function startServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => undefined }
  const folder = await mkdtemp(join(tmpdir(), 'makara-test-'))
  await chmod(folder, 0o755)
  const server = await startEmbedded({
    folder,
    flags: '-c fsync=off -c full_page_writes=off -c synchronous_commit=off -c max_connections=300',
  })
  return {
    url: server.url,
    stop: async () => {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function makeTemplate(serverUrl: string): Promise<void> {
  const sql = connect(serverUrl, { applicationName: 'makara test', connectionsMax: 1 })
  await sql`drop database if exists makara_template`
  await sql`create database makara_template`
  await sql.end()
  const template = connect(
    String(Object.assign(new URL(serverUrl), { pathname: '/makara_template' })),
    {
      applicationName: 'makara test',
      connectionsMax: 1,
    },
  )
  await migrate(template, 'sql')
  await template.end()
}
