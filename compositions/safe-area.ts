/** Where text may stand: players lay their own buttons and titles over the rest of the frame. */
export const safeArea = { top: 230, bottom: 1530, left: 84, width: 848 } as const

/**
 * The style that puts a thing at the side where lines of text start. The right side keeps clear of
 * the players' buttons, which are there in every language.
 */
export function safeStartOf(direction: 'ltr' | 'rtl'): { left: number } | { right: number } {
  return direction === 'rtl'
    ? { right: 1080 - safeArea.left - safeArea.width }
    : { left: safeArea.left }
}
