import { parseArgs } from 'node:util'

export type ChaosCommand = {
  seed: number
  nodes: number
  length: { seconds: number } | { renders: number }
  json: boolean
  /** Whether the farm's folder with its logs stays, however the run ends. */
  keep: boolean
}

export const chaosUsage = `npm run chaos -- [options]: a farm of real processes that are killed, paused and cut off at random

  --seconds N   how long (60)
  --renders N   instead: until so many renders were accepted
  --seed N      the same faults and visits again (7)
  --nodes N     render nodes (3)
  --json        the verdict in one line
  --keep        leaves the farm's folder with its logs`

/**
 * Reads the command line of `npm run chaos`.
 * @throws with a sentence about what is wrong.
 */
export function parseChaosCommand(args: string[]): ChaosCommand {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string', default: '7' },
      nodes: { type: 'string', default: '3' },
      renders: { type: 'string' },
      json: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
    },
  })
  const { renders } = values
  return {
    seed: wholeNumberOf('seed', values.seed, 0),
    nodes: wholeNumberOf('nodes', values.nodes, 1),
    length:
      renders === undefined
        ? { seconds: wholeNumberOf('seconds', values.seconds, 1) }
        : { renders: wholeNumberOf('renders', renders, 1) },
    json: values.json,
    keep: values.keep,
  }
}

function wholeNumberOf(name: string, text: string, min: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= min)) throw new Error(`--${name} must be a whole number of at least ${min}.`)
  return number
}
