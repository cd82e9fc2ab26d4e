const lineShare = 132

/** Font size in percent of the still's width, so that the text fits and no word breaks. */
export function stillSizeOf(text: string, options: { max: number; min: number }): number {
  const longestWord = Math.max(1, ...text.split(/\s+/u).map((word) => word.length))
  const byLength = options.max * Math.min(1, Math.sqrt(24 / Math.max(1, text.length)))
  return Math.max(options.min, Math.min(options.max, byLength, lineShare / longestWord))
}
