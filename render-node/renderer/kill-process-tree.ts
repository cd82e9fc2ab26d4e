import { readdir, readFile } from 'node:fs/promises'
import { until } from '../../shared/process/until.ts'

/** Environment variable whose value marks every process of one renderer, however it was started. */
export const rendererMark = 'MAKARA_RENDERER'

/**
 * Kills a renderer's process group and whatever else carries its mark, and waits for their end.
 * Chrome leads a process group of its own, so the group alone would leave it running.
 */
export async function killProcessTree(groupId: number, mark: string): Promise<void> {
  killIfAlive(-groupId)
  await until(
    'the renderer and its browser end',
    async () => {
      const left = await processesMarked(mark)
      for (const pid of left) killIfAlive(pid)
      return left.length === 0
    },
    { withinMs: 10_000 },
  )
}

function killIfAlive(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

// Only Linux tells a process's environment; elsewhere the browser ends with its pipe.
async function processesMarked(mark: string): Promise<number[]> {
  const names = await readdir('/proc').catch(() => [])
  const pids = names.map(Number).filter((pid) => pid > 0 && pid !== process.pid)
  const marked = await Promise.all(
    pids.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
      return environment.split('\0').includes(`${rendererMark}=${mark}`)
    }),
  )
  return pids.filter((_, position) => marked[position])
}
