import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, mkdir, mkdtemp, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { removeFolder } from './remove-folder.ts'
import { until } from './until.ts'

test('a folder that another process is still writing to is removed all the same', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'makara-remove-'))
  const below = join(folder, 'profile')
  await mkdir(below)
  const writer = spawn(
    'sh',
    ['-c', 'i=0; while [ $i -lt 2000 ]; do : > f$i || exit; i=$((i+1)); done'],
    { cwd: below, stdio: 'ignore' },
  )
  const ended = once(writer, 'exit')
  await until('it writes', async () => (await readdir(below)).length > 5)

  await removeFolder(folder)

  await ended
  await expect(access(folder)).rejects.toThrow('ENOENT')
})

test('a folder that is not there is no error', async () => {
  await expect(removeFolder(join(tmpdir(), 'makara-not-there'))).resolves.toBeUndefined()
})
