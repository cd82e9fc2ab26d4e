import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Failure } from '../../shared/failure.ts'
import { ffmpegProgram } from '../renderer/ffmpeg-program.ts'
import { makeTestVideo, type TestVideo } from '../testing/make-test-video.ts'
import { checkCandidate } from './check-candidate.ts'
import { probeVideo } from './probe-video.ts'

const plan = { width: 1080, height: 1920, fps: 30, frameCount: 30, sound: false }
const ffprobe = ffmpegProgram('ffprobe')
const { signal } = new AbortController()
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'makara-candidate-'))
  await makeTestVideo({ file: join(folder, 'good.mp4') })
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What the output contract says of a file: `published`, or the code it is refused with. */
async function verdict(
  file: string,
  use: { ffprobe?: string; timeoutSeconds?: number; plan?: typeof plan } = {},
): Promise<string> {
  try {
    checkCandidate(await probeVideo(file, { ffprobe, signal, ...use }), use.plan ?? plan)
    return 'published'
  } catch (error) {
    if (error instanceof Failure) return error.code
    throw error
  }
}

async function madeOf(name: string, change: (good: Buffer) => Buffer | string): Promise<string> {
  const file = join(folder, name)
  await writeFile(file, change(await readFile(join(folder, 'good.mp4'))))
  return file
}

function xor(good: Buffer, options: { from: number; count: number }): Buffer {
  const damaged = Buffer.from(good)
  for (let at = options.from; at < options.from + options.count; at++) {
    damaged[at] = (damaged[at] ?? 0) ^ 0x5a
  }
  return damaged
}

test('a good file is published', async () => {
  const probe = await probeVideo(join(folder, 'good.mp4'), { ffprobe, signal })
  expect(() => checkCandidate(probe, plan)).not.toThrow()
})

test.each<[string, string, (good: Buffer) => Buffer | string]>([
  ['an empty file', 'output_invalid', () => ''],
  ['text with the name of a video', 'output_invalid', () => 'this is not a video\n'.repeat(50)],
  ['half a file', 'output_corrupt', (good) => good.subarray(0, good.length / 2)],
  [
    '4,000 damaged bytes in the middle',
    'output_corrupt',
    (good) => xor(good, { from: Math.floor(good.length / 2), count: 4000 }),
  ],
  [
    '64 damaged bytes near the end',
    'output_corrupt',
    (good) => xor(good, { from: good.length - 2000, count: 64 }),
  ],
])('%s is refused as %s', async (name, code, change) => {
  const file = await madeOf(`${name}.mp4`, change)
  expect(await verdict(file)).toBe(code)
})

test('a check of the header alone would have passed half a file', async () => {
  const file = await madeOf('half.mp4', (good) => good.subarray(0, good.length / 2))
  const shown = execFileSync(ffprobe, ['-v', 'error', '-show_streams', file], {
    env: { LD_LIBRARY_PATH: join(ffprobe, '..') },
  })
  expect(shown.toString()).toContain('nb_frames=30')
})

test.each<[string, Partial<TestVideo>, string]>([
  ['two pixels too low', { height: 1918 }, 'height: expected 1920, got 1918'],
  ['29.97 a second', { rate: '30000/1001' }, 'frame rate: expected 30/1, got 30000/1001'],
  ['one frame short', { frames: 29 }, 'frames: expected 30, got 29'],
  ['two video streams', { videoStreams: 2 }, 'expected 1 video stream, got 2'],
  ['4:4:4 colour', { pixelFormat: 'yuv444p' }, 'pixel format: expected yuv420p, got yuv444p'],
  ['index at the end', { indexFirst: false }, 'the index comes after the data'],
  ['no colour', { color: false }, 'color transfer: expected bt709, got undefined'],
])('%s is refused as output_mismatch for that reason', async (name, wrong, difference) => {
  const file = join(folder, `${name.replaceAll(/\W/g, '-')}.mp4`)
  await makeTestVideo({ file, ...wrong })
  const probe = await probeVideo(file, { ffprobe, signal })
  expect(() => checkCandidate(probe, plan)).toThrow(
    expect.objectContaining({
      code: 'output_mismatch',
      evidence: expect.objectContaining({ differences: expect.arrayContaining([difference]) }),
    }),
  )
})

test('a video without the sound that was planned is refused', async () => {
  const file = join(folder, 'good.mp4')
  expect(await verdict(file, { plan: { ...plan, sound: true } })).toBe('output_mismatch')
})

test('a playlist with the name of a video is refused and connects to nobody', async () => {
  let connections = 0
  const listener = createServer((socket) => {
    connections++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const file = await madeOf('playlist.mp4', () =>
    ['#EXTM3U', '#EXT-X-TARGETDURATION:1', '#EXTINF:1,', `http://127.0.0.1:${port}/0.ts`].join(
      '\n',
    ),
  )

  expect(await verdict(file)).toBe('output_invalid')

  expect(connections).toBe(0)
  listener.close()
})

test('a pipe or a link in place of the file is refused without waiting', async () => {
  const pipe = join(folder, 'pipe.mp4')
  execFileSync('mkfifo', [pipe])
  const link = join(folder, 'link.mp4')
  await symlink(join(folder, 'good.mp4'), link)

  expect(await verdict(pipe)).toBe('output_invalid')
  expect(await verdict(link)).toBe('output_invalid')
})

test('a check that does not run is never a pass', async () => {
  const file = join(folder, 'good.mp4')
  expect(await verdict(file, { ffprobe: join(folder, 'no-such-program') })).toBe('probe_failed')
  expect(await verdict(file, { timeoutSeconds: 0.001 })).toBe('probe_failed')
})
