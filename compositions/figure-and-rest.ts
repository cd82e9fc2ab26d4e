import { firstFigureOf } from './first-figure.ts'

/**
 * A caption cut into its first figure and what is said about it. A figure inside the sentence stays
 * there too, or the sentence would lose its sense; `figure` is null when there is none.
 */
export function figureAndRestOf(caption: string): { figure: string | null; rest: string } {
  const figure = firstFigureOf(caption)
  if (figure === null || figure === caption) return { figure, rest: figure === null ? caption : '' }
  const startsWithFigure = caption.startsWith(`${figure} `)
  return { figure, rest: startsWithFigure ? caption.slice(figure.length).trim() : caption }
}
