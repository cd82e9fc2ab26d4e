import { execFile } from 'node:child_process'
import { lstat, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { Failure } from '../../shared/failure.ts'

const probeSchema = v.object({
  streams: v.array(
    v.object({
      codec_type: v.string(),
      codec_name: v.string(),
      width: v.optional(v.number()),
      height: v.optional(v.number()),
      pix_fmt: v.optional(v.string()),
      color_range: v.optional(v.string()),
      color_space: v.optional(v.string()),
      color_transfer: v.optional(v.string()),
      color_primaries: v.optional(v.string()),
      avg_frame_rate: v.optional(v.string()),
      sample_rate: v.optional(v.string()),
      duration: v.optional(v.string()),
      nb_read_frames: v.optional(v.string()),
    }),
  ),
  format: v.object({ duration: v.optional(v.string()), size: v.string() }),
})

/** What a full decode of the file showed, and whether its index comes before its data. */
export type Probe = v.InferOutput<typeof probeSchema> & { indexFirst: boolean }

/**
 * Decodes every frame of an MP4 file with the renderer's own ffprobe. Header-only checks would pass
 * a file that was cut in half.
 * @throws Failure `output_invalid` (no MP4), `output_corrupt` (does not decode cleanly) or
 * `probe_failed` (the check itself did not run).
 */
export async function probeVideo(
  file: string,
  options: { ffprobe: string; signal: AbortSignal; timeoutSeconds?: number },
): Promise<Probe> {
  const stats = await lstat(file)
  if (!stats.isFile() || stats.size === 0) {
    throw invalid('output_invalid', { file: stats.isFile() ? 'empty' : 'not a regular file' })
  }
  const indexFirst = await isIndexFirst(file)
  const { stdout, stderr } = await runProbe(file, options)
  if (stderr.trim()) throw invalid('output_corrupt', { stderr: stderr.slice(-4000) })
  return { ...v.parse(probeSchema, JSON.parse(stdout)), indexFirst }
}

async function runProbe(
  file: string,
  options: { ffprobe: string; signal: AbortSignal; timeoutSeconds?: number },
): Promise<{ stdout: string; stderr: string }> {
  const args = ['-v', 'error', '-protocol_whitelist', 'file', '-f', 'mov', '-count_frames']
  const show = ['-show_streams', '-show_format', '-of', 'json', file]
  try {
    return await promisify(execFile)(options.ffprobe, [...args, ...show], {
      signal: options.signal,
      timeout: (options.timeoutSeconds ?? 300) * 1000,
      killSignal: 'SIGKILL',
      env: { LD_LIBRARY_PATH: dirname(options.ffprobe) },
      maxBuffer: 16 * 1024 * 1024,
    })
  } catch (error) {
    options.signal.throwIfAborted()
    throw probeFailure(error)
  }
}

// An exit code is the file's fault; a kill, a timeout or a missing program is ours.
function probeFailure(error: unknown): Failure {
  const exit = error as { code?: unknown; stderr?: string }
  if (typeof exit.code === 'number') {
    return invalid('output_invalid', { exit: exit.code, stderr: exit.stderr?.slice(-4000) })
  }
  return new Failure({
    code: 'probe_failed',
    sentence: 'The finished video could not be checked.',
    retryable: true,
    evidence: { error: String(error) },
    cause: error,
  })
}

function invalid(code: 'output_invalid' | 'output_corrupt', evidence: unknown): Failure {
  return new Failure({ code, sentence: 'The finished video is damaged.', evidence })
}

// An MP4 file is a row of boxes: 4 bytes of size, 4 of name; size 1 means that 8 more bytes hold it.
async function isIndexFirst(file: string): Promise<boolean> {
  await using handle = await open(file, 'r')
  const header = Buffer.alloc(16)
  for (let position = 0; ; ) {
    const { bytesRead } = await handle.read(header, 0, 16, position)
    if (bytesRead < 8) return false
    const name = header.toString('latin1', 4, 8)
    if (name === 'moov') return true
    if (name === 'mdat') return false
    const size = header.readUInt32BE(0)
    const length = size === 1 && bytesRead === 16 ? Number(header.readBigUInt64BE(8)) : size
    if (length < 8) return false
    position += length
  }
}
