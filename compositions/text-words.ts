const unbrokenCharsMax = 14

/**
 * The words of a text in reading order. Long addresses may break after their punctuation; an
 * ampersand stays with what follows.
 */
export function wordsOf(text: string): string[] {
  return text
    .replaceAll(' & ', ' &\u00a0')
    .split(' ')
    .filter((word) => word !== '')
    .map((word) =>
      word.length > unbrokenCharsMax
        ? word.replaceAll(/[/._@?&=-](?=[\p{L}\p{N}])/gu, '$&\u200b')
        : word,
    )
}
