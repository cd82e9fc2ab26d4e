/** Stands between the cells of a table row while its text is read. */
export const cellEnd = '\v'

const cellCharsMax = 80

/** The texts of a table row: one, as `name: price, note`, when its cells are short, else one for each. */
export function rowTexts(row: string): string[] {
  const cells = row
    .split(cellEnd)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
  const [first, ...rest] = cells
  if (first === undefined || rest.length === 0) return cells
  const isShort = cells.every((cell) => cell.length <= cellCharsMax && !/[.!?…:]$/u.test(cell))
  return isShort && /\p{L}/u.test(first) ? [`${first}: ${rest.join(', ')}`] : cells
}
