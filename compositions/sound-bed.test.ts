import { describe, expect, test } from 'vitest'
import {
  fadedIn,
  renderSoundBed,
  repeatedFor,
  soundBedRate as sampleRate,
  soundBedSeconds,
} from './sound-bed.ts'

const bed = renderSoundBed({ seconds: soundBedSeconds, sampleRate })

describe('the sound bed', () => {
  test('lasts exactly as long as asked, so that it loops on a whole frame', () => {
    expect(bed.left.length).toBe(soundBedSeconds * sampleRate)
    expect(bed.right.length).toBe(bed.left.length)
  })

  test('never goes above -6 dB and is always heard', () => {
    for (const channel of [bed.left, bed.right]) {
      expect(peakOf(channel)).toBeLessThanOrEqual(0.501)
      for (let second = 0; second < soundBedSeconds; second++) {
        const part = channel.subarray(second * sampleRate, (second + 1) * sampleRate)
        expect(rmsOf(part)).toBeGreaterThan(0.01)
      }
    }
  })

  test('goes on with its beginning when it is played again', () => {
    const twice = repeatedFor(bed, bed.left.length + 100)
    expect(twice.left.subarray(bed.left.length)).toEqual(bed.left.subarray(0, 100))
    expect(twice.right.length).toBe(bed.right.length + 100)
  })

  test('comes in softly and is itself after the fade', () => {
    const faded = fadedIn(bed, 1000)
    expect(faded.left[0]).toBeCloseTo(0, 10)
    expect(peakOf(faded.left.subarray(0, 100))).toBeLessThan(
      0.1 * peakOf(bed.left.subarray(0, 100)),
    )
    expect(faded.right.subarray(1000)).toEqual(bed.right.subarray(1000))
  })

  test('has no seam: the step from the last to the first sample is like any other step', () => {
    for (const channel of [bed.left, bed.right]) {
      expect(seamOf(channel)).toBeLessThanOrEqual(largestStepOf(channel))
    }
  })

  test('would show a seam if a piece of the end were missing', () => {
    const seams = [100, 200, 300, 400, 500].map((missing) =>
      seamOf(bed.left.subarray(0, bed.left.length - missing)),
    )
    expect(Math.max(...seams)).toBeGreaterThan(largestStepOf(bed.left))
  })
})

function peakOf(channel: Float32Array): number {
  return channel.reduce((high, one) => Math.max(high, Math.abs(one)), 0)
}

function rmsOf(channel: Float32Array): number {
  return Math.sqrt(channel.reduce((sum, one) => sum + one * one, 0) / channel.length)
}

function seamOf(channel: Float32Array): number {
  return Math.abs((channel[0] ?? 0) - (channel.at(-1) ?? 0))
}

function largestStepOf(channel: Float32Array): number {
  return channel
    .subarray(1)
    .reduce((high, one, index) => Math.max(high, Math.abs(one - (channel[index] ?? 0))), 0)
}
