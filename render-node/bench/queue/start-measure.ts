import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { typescriptCommand } from '../../../shared/process/typescript-command.ts'
import type { Figures, MeasureTask } from './measure.ts'

const entry = new URL('measure-main.ts', import.meta.url)
const exitMs = 5000

/** Takes one measurement in a process of its own. What that logs, line by line, goes nowhere. */
export async function measureApart(task: MeasureTask): Promise<Figures> {
  await using child = startMeasure(task)
  return await child.figures
}

/** Begins it; `figures` come when it is done, or when an idle worker is up. */
export function startMeasure(task: MeasureTask): AsyncDisposable & { figures: Promise<Figures> } {
  const [program, ...args] = typescriptCommand(entry)
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  child.send(task)
  return {
    figures: figuresOf(child, task),
    [Symbol.asyncDispose]: () => endChild(child),
  }
}

function figuresOf(child: ChildProcess, { name, contestant }: MeasureTask): Promise<Figures> {
  return new Promise((resolve, reject) => {
    child.once('message', (figures) => resolve(figures as Figures))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`${name} of ${contestant} ended with ${code}`)))
  })
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  if (child.connected) child.disconnect()
  const limit = setTimeout(() => child.kill('SIGKILL'), exitMs)
  await exit
  clearTimeout(limit)
}
