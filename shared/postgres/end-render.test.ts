import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folders = ['server', 'render-node', 'shared', 'compositions']
const onlyWriter = join('shared', 'postgres', 'end-render.ts')

/**
 * True when a source text writes a state into `renders` that might be a final one: any but the two
 * running ones spelled out, or columns that are put together elsewhere.
 */
function mayEndRender(source: string): boolean {
  const updates = source.matchAll(/\bupdate\s+(?:only\s+)?renders\b(.*?)(?:\bwhere\b|`|$)/gis)
  const inserts = source.matchAll(/\binsert\s+into\s+renders\b([^`]*)/gis)
  return (
    [...updates].some(([, assignments = '']) => {
      const states = [...assignments.matchAll(/\bstate\s*=\s*('(?:queued|processing)')?/gi)]
      return states.some(([, running]) => running === undefined) || /\$\{\w+\(/.test(assignments)
    }) ||
    [...inserts].some(([, columns = '']) => /^\s*\([^)]*\bstate\b|^\s*\$/i.test(columns)) ||
    /\b(?:update|into)\s+\$\{[^}]*renders/i.test(source)
  )
}

async function sourceFiles(): Promise<string[]> {
  const names = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(folder, { recursive: true })).map((name) => join(folder, name)),
    ),
  )
  return names.flat().filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !/\.test\.tsx?$/.test(name))
}

test.each([
  "update renders set state = 'done', stage = 'ended' where id = 1",
  "update renders\nset\n  version = version + 1,\n  state = 'failed'\nwhere id = 1",
  'UPDATE renders SET state = ${end.state} where id = 1',
  "update renders set state = case when true then 'cancelled' else 'queued' end",
  'update renders set ${tx(columns)} where id = 1',
  'update ${sql("renders")} set x = 1',
  "insert into renders (id, state) values (1, 'done')",
  'insert into renders ${tx(rows)}',
])('%s counts as a writer of final states', (source) => {
  expect(mayEndRender(source)).toBe(true)
})

test.each([
  "update renders set state = 'processing', stage = ${stage} where state = 'failed'",
  "update renders set frames_done = ${framesDone} where state in ('queued', 'processing')",
  "select id from renders where state = 'done'",
  "update drafts set state = 'failed' where id = 1",
  'insert into renders (id, draft_id) values (1, 2)',
])('%s does not', (source) => {
  expect(mayEndRender(source)).toBe(false)
})

test('one file of the project ends renders', async () => {
  const files = await sourceFiles()
  const sources = await Promise.all(files.map((file) => readFile(file, 'utf8')))

  expect(files.length).toBeGreaterThan(200)
  expect(files.filter((_, i) => mayEndRender(sources[i] ?? ''))).toEqual([onlyWriter])
})
