import { RenderInternals } from '@remotion/renderer'

/** Path of a program of the renderer's own ffmpeg build; it needs LD_LIBRARY_PATH = its folder. */
export function ffmpegProgram(type: 'ffmpeg' | 'ffprobe'): string {
  return RenderInternals.getExecutablePath({
    type,
    indent: false,
    logLevel: 'error',
    binariesDirectory: null,
  })
}
