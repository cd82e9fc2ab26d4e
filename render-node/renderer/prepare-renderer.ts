import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { typescriptCommand } from '../../shared/process/typescript-command.ts'

const preparedSchema = v.object({
  browserExecutable: v.string(),
  /** The program behind the wrapper. */
  browserProgram: v.string(),
  bundleHash: v.string(),
  bundleFolder: v.string(),
  /** Path of the renderer's own ffprobe. */
  ffprobe: v.string(),
})
export type PreparedRenderer = v.InferOutput<typeof preparedSchema>

/**
 * Unpacks the browser and bundles the compositions, unless an earlier start has done so. A stand-in
 * for the renderer has the program that prepares it beside its own.
 */
export async function prepareRenderer(options: {
  dataFolder: string
  browser: string | undefined
  signal: AbortSignal
  rendererEntry?: URL | undefined
}): Promise<PreparedRenderer> {
  const entry = new URL('prepare-main.ts', options.rendererEntry ?? import.meta.url)
  const [program, ...args] = typescriptCommand(entry)
  const { stdout } = await promisify(execFile)(
    program,
    [...args, options.dataFolder, options.browser ?? ''],
    { signal: options.signal, timeout: 300_000, maxBuffer: 16 * 1024 * 1024 },
  ).catch((error: Error & { stderr?: string }) => {
    throw new Error(error.stderr?.trim().split('\n').at(-1) || error.message, { cause: error })
  })
  return v.parse(preparedSchema, JSON.parse(stdout.trim().split('\n').at(-1) ?? ''))
}
