import { readdir, readFile } from 'node:fs/promises'

export type MachineProcess = {
  pid: number
  parent: number
  isZombie: boolean
  command: string
  environment: string
}

/** All processes of this machine. Only Linux tells of them; elsewhere there are none to be seen. */
export async function listProcesses(): Promise<MachineProcess[]> {
  const names = await readdir('/proc').catch(() => [])
  const pids = names.filter((name) => /^\d+$/.test(name))
  return (await Promise.all(pids.map(readProcess))).flat()
}

async function readProcess(pid: string): Promise<MachineProcess[]> {
  const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '')
  const [command, environment, stat] = await Promise.all([
    read('cmdline'),
    read('environ'),
    read('stat'),
  ])
  // The name before it may hold anything, also a bracket.
  const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (!state) return []
  return [
    {
      pid: Number(pid),
      parent: Number(parent),
      isZombie: state === 'Z',
      command: command.replaceAll('\0', ' ').trim(),
      environment,
    },
  ]
}
