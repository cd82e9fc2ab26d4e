/** `0:42` or `1:02:05` for a duration that is counting. */
export function formatClock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const tail = String(seconds % 60).padStart(2, '0')
  return hours > 0
    ? `${hours}:${String(minutes % 60).padStart(2, '0')}:${tail}`
    : `${minutes}:${tail}`
}

/** `24 s` or `4.5 s` for a video's length. */
export function formatSeconds(seconds: number): string {
  return `${Number(seconds.toFixed(1))} s`
}

/** `880 B`, `12 kB` or `3.4 MB`, in powers of ten as download dialogs show them. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** `1 field`, `3 fields`. */
export function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
