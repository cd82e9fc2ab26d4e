const figurePattern =
  /(?<![\p{L}\p{N}])(?:[$€£₺₪]\s?|[-+−±])?\p{Nd}+(?:[.,:/]\p{Nd}+)*(?:\s?[%٪$€£₺₪]|[°×+]|[xkKmMbB](?!\p{L}))?/u

/** A caption's first number and what is left to say about it; null without a number. */
export function figureOf(caption: string): { figure: string; rest: string } | null {
  const figure = figurePattern.exec(caption)?.[0].trim()
  if (figure === undefined) return null
  const rest = caption.startsWith(figure) ? caption.slice(figure.length).trim() : caption
  return { figure, rest }
}
