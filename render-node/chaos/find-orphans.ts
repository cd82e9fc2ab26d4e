import { listProcesses, type MachineProcess } from './list-processes.ts'

/**
 * Processes that name the folder in their command or environment though none of the `alive` has
 * started them, however indirectly; and dead ones that one of the alive has not taken leave of.
 */
export async function findOrphans(folder: string, alive: number[]): Promise<MachineProcess[]> {
  const processes = await listProcesses()
  const parentOf = new Map(processes.map(({ pid, parent }) => [pid, parent]))
  const isOfAlive = (pid: number): boolean => {
    if (alive.includes(pid)) return true
    const parent = parentOf.get(pid)
    return parent !== undefined && isOfAlive(parent)
  }
  return processes.filter(({ pid, isZombie, command, environment }) => {
    if (isOfAlive(pid)) return isZombie
    return !isZombie && (command.includes(folder) || environment.includes(folder))
  })
}
