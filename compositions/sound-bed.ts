/** Name of the music bed in the bundle's public folder. */
export const soundBedFile = 'sound-bed.wav'
export const soundBedSeconds = 16
/** Samples per second of the file; nothing in the bed sounds above 3 kHz. */
export const soundBedRate = 24_000

export type Stereo = { left: Float32Array; right: Float32Array }

/** Loudest sample of the bed: 8 dB below full scale, quiet enough to talk over. */
const soundBedPeak = 0.4

/**
 * A mellow loop of four chords: pad, bass and a plucked figure. Every note that rings past the end
 * goes on at the start, so that the loop has no seam.
 */
export function renderSoundBed(options: { seconds: number; sampleRate: number }): Stereo {
  const length = Math.round(options.seconds * options.sampleRate)
  const loop: Loop = {
    left: new Float32Array(length),
    right: new Float32Array(length),
    sampleRate: options.sampleRate,
  }
  const chordSeconds = options.seconds / chords.length
  chords.forEach((chord, index) => {
    addPad(loop, chord, { start: index * chordSeconds, seconds: chordSeconds })
    addBass(loop, chord, { start: index * chordSeconds, seconds: chordSeconds })
    addPlucks(loop, chord, { start: index * chordSeconds, seconds: chordSeconds })
  })
  return levelled(loop)
}

/** The loop played as often as a length needs, without its last part where it would be longer. */
export function repeatedFor(loop: Stereo, sampleCount: number): Stereo {
  const repeat = (channel: Float32Array) =>
    Float32Array.from({ length: sampleCount }, (_, index) => channel[index % channel.length] ?? 0)
  return { left: repeat(loop.left), right: repeat(loop.right) }
}

/** The same sound with a soft start of so many samples. */
export function fadedIn(sound: Stereo, sampleCount: number): Stereo {
  const fade = (channel: Float32Array) =>
    channel.map((sample, index) => sample * smooth(index / sampleCount))
  return { left: fade(sound.left), right: fade(sound.right) }
}

type Loop = Stereo & { sampleRate: number }
type Chord = { bass: number; notes: [number, number, number, number] }
type Span = { start: number; seconds: number }
type Note = Span & {
  pitch: number
  gain: number
  /** -1 is left, 1 is right. */
  pan: number
  attack: number
  /** Strength of the overtones, from the second on. */
  overtones: number[]
  /** Seconds until a plucked note has lost two thirds; null for one that is held. */
  decay: number | null
}

// MIDI pitches: F major 9, A minor 7, D minor 9, C over G.
const chords: Chord[] = [
  { bass: 41, notes: [57, 60, 64, 67] },
  { bass: 45, notes: [57, 60, 64, 67] },
  { bass: 38, notes: [57, 60, 64, 65] },
  { bass: 43, notes: [55, 59, 62, 64] },
]
const pluckOrder = [0, 2, 1, 3, 2, 3, 1, 2]

function addPad(loop: Loop, chord: Chord, span: Span): void {
  chord.notes.forEach((pitch, index) => {
    for (const detune of [-0.04, 0.05]) {
      addNote(loop, {
        pitch: pitch + detune,
        start: span.start - 0.5,
        seconds: span.seconds + 1.4,
        gain: 0.1,
        pan: (index - 1.5) * 0.3 + Math.sign(detune) * 0.35,
        attack: 1.1,
        overtones: [0.28, 0.1, 0.03],
        decay: null,
      })
    }
  })
}

function addBass(loop: Loop, chord: Chord, span: Span): void {
  for (const half of [0, 0.5]) {
    addNote(loop, {
      pitch: chord.bass,
      start: span.start + half * span.seconds,
      seconds: span.seconds * 0.55,
      gain: 0.3,
      pan: 0,
      attack: 0.03,
      overtones: [0.35, 0.08],
      decay: 1.1,
    })
  }
}

function addPlucks(loop: Loop, chord: Chord, span: Span): void {
  const stepSeconds = span.seconds / 16
  for (let step = 0; step < 16; step++) {
    if (step % 8 === 5) continue
    const pitch = chord.notes[pluckOrder[step % pluckOrder.length] ?? 0] ?? chord.bass
    for (const echo of [0, 1, 2]) {
      addNote(loop, {
        pitch: pitch + 12,
        start: span.start + (step + echo * 3) * stepSeconds,
        seconds: 1.3,
        gain: (step % 4 === 0 ? 0.16 : 0.1) * 0.42 ** echo,
        pan: (step % 2 === 0 ? -0.35 : 0.35) * (echo === 1 ? -1.6 : 1),
        attack: 0.006,
        overtones: [0.22, 0.06],
        decay: 0.24,
      })
    }
  }
}

function addNote({ left, right, sampleRate: rate }: Loop, note: Note): void {
  const count = Math.round(note.seconds * rate)
  const first = Math.round(note.start * rate) + left.length
  const turn = (2 * Math.PI * 440 * 2 ** ((note.pitch - 69) / 12)) / rate
  const rightGain = note.gain * Math.sqrt((1 + note.pan) / 2)
  const leftGain = note.gain * Math.sqrt((1 - note.pan) / 2)
  for (let index = 0; index < count; index++) {
    const value = toneOf(index * turn, note.overtones) * envelopeOf(note, index / rate)
    const at = (first + index) % left.length
    left[at] = (left[at] ?? 0) + value * leftGain
    right[at] = (right[at] ?? 0) + value * rightGain
  }
}

function toneOf(angle: number, overtones: number[]): number {
  return overtones.reduce(
    (sum, strength, index) => sum + strength * Math.sin(angle * (index + 2)),
    Math.sin(angle),
  )
}

function envelopeOf(note: Note, seconds: number): number {
  const release = note.decay === null ? note.attack : Math.min(0.15, note.seconds / 4)
  const rise = smooth(seconds / note.attack)
  const fall = smooth((note.seconds - seconds) / release)
  return rise * fall * (note.decay === null ? 1 : Math.exp(-seconds / note.decay))
}

function smooth(share: number): number {
  const bounded = Math.min(1, Math.max(0, share))
  return bounded * bounded * (3 - 2 * bounded)
}

function levelled({ left, right }: Stereo): Stereo {
  const peak = [left, right].reduce(
    (highest, channel) => channel.reduce((high, one) => Math.max(high, Math.abs(one)), highest),
    0,
  )
  const scale = peak === 0 ? 0 : soundBedPeak / peak
  return { left: left.map((one) => one * scale), right: right.map((one) => one * scale) }
}
