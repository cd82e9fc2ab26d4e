import type { Stereo } from './sound-bed.ts'

const headerBytes = 44
const frameBytes = 4

/** The bytes of a 16-bit stereo WAV file. */
export function wavFileOf({ left, right }: Stereo, sampleRate: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(headerBytes + left.length * frameBytes))
  writeHeader(view, left.length * frameBytes, sampleRate)
  left.forEach((sample, index) => {
    view.setInt16(headerBytes + index * frameBytes, wordOf(sample), true)
    view.setInt16(headerBytes + index * frameBytes + 2, wordOf(right[index] ?? 0), true)
  })
  return new Uint8Array(view.buffer)
}

function writeHeader(view: DataView, dataBytes: number, sampleRate: number): void {
  writeAscii(view, 0, 'RIFF')
  view.setUint32(4, headerBytes - 8 + dataBytes, true)
  writeAscii(view, 8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 2, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * frameBytes, true)
  view.setUint16(32, frameBytes, true)
  view.setUint16(34, 16, true)
  writeAscii(view, 36, 'data')
  view.setUint32(40, dataBytes, true)
}

function writeAscii(view: DataView, at: number, text: string): void {
  for (let index = 0; index < text.length; index++) {
    view.setUint8(at + index, text.charCodeAt(index))
  }
}

function wordOf(sample: number): number {
  return Math.round(Math.min(1, Math.max(-1, sample)) * 32_767)
}
