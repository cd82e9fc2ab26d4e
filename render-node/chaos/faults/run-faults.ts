import { ffmpegProgram } from '../../renderer/ffmpeg-program.ts'
import { FaultBench } from './fault-bench.ts'
import { faultCases } from './fault-case.ts'
import { type FaultResult, runFaultCase } from './run-fault-case.ts'

export type FaultsVerdict = {
  cases: number
  passed: number
  failed: { point: string; action: string; problems: string[] }[]
  seconds: number
}

/** Runs every case, some at a time. The folder with the logs stays when one has failed. */
export async function runFaults(options: {
  only: string[] | undefined
  atOnce: number
  tell: (line: string) => void
}): Promise<FaultsVerdict> {
  const startedAt = performance.now()
  const waiting = faultCases(options.only)
  const results: FaultResult[] = []
  const bench = await FaultBench.open()
  const ffprobe = ffmpegProgram('ffprobe')
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const result = await runFaultCase(bench, next, { ffprobe })
      results.push(result)
      options.tell(lineOf(result))
    }
  }
  try {
    await Promise.all(Array.from({ length: options.atOnce }, work))
  } finally {
    await bench[Symbol.asyncDispose]()
  }
  const failed = results.filter(({ problems }) => problems.length > 0)
  if (failed.length === 0) await bench.removeFolder()
  else options.tell(`The logs are in ${bench.folder}.`)
  return {
    cases: results.length,
    passed: results.length - failed.length,
    failed: failed.map(({ point, action, problems }) => ({ point, action, problems })),
    seconds: Math.round((performance.now() - startedAt) / 100) / 10,
  }
}

function lineOf({ point, action, problems, seconds }: FaultResult): string {
  const verdict = problems.length === 0 ? 'ok' : `FAILED: ${problems.join('; ')}`
  return `${point} ${action} ${seconds} s ${verdict}`
}
