import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { until } from '../../shared/process/until.ts'
import { findOrphans } from './find-orphans.ts'

test.runIf(process.platform === 'linux')(
  'a process is an orphan once nobody alive has started it, whatever session it is in',
  async () => {
    const folder = `/nowhere/${randomUUID()}`
    const script = `const { spawn } = require('node:child_process')
      console.log(spawn('sleep', ['60'], { detached: true, stdio: 'ignore' }).pid)
      setInterval(() => {}, 1000)`
    const parent = spawn(process.execPath, ['-e', script], { env: { HOME: `${folder}/home` } })
    const [line] = await once(parent.stdout, 'data')
    const child = Number(line)

    expect(await findOrphans(folder, [parent.pid ?? 0])).toEqual([])
    parent.kill('SIGKILL')
    await once(parent, 'exit')
    const orphans = await findOrphans(folder, [])

    expect(orphans.map(({ pid }) => pid)).toEqual([child])
    process.kill(child, 'SIGKILL')
    await until('nothing is left', async () => (await findOrphans(folder, [])).length === 0)
  },
)
