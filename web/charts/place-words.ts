/** A flag on the chart: the position of its mark and the width of its text, in CSS pixels from the left of the plot. */
export type WordedFlag = { x: number; wordsWidth: number }

/** From the middle of a flag's icon to the edge of its face. */
const ICON_HALF = 15
/** The distance between two flags. */
const APART = 6
/** A shorter text would be meaningless: the width of a few letters, as a multiple of the text size. */
const LEAST_WORDS = 4.8

/**
 * For each flag, from left to right, the side of its icon with room for its text and the width available; undefined if the text would cover another flag or
 * leave the plot. `width` is that of the plot, `edge` how far text may extend beyond it, `text` the text size.
 */
export function placeWords(
  flags: readonly WordedFlag[],
  width: number,
  edge: number,
  text: number,
): ({ side: 'right' | 'left'; width: number } | undefined)[] {
  let taken = -edge
  return flags.map(({ x, wordsWidth }, index) => {
    const next = flags[index + 1]
    const rightRoom = (next ? next.x - ICON_HALF - APART : width + edge) - (x + ICON_HALF)
    const leftRoom = x - ICON_HALF - taken
    const side = wordsWidth <= rightRoom || rightRoom >= leftRoom ? ('right' as const) : ('left' as const)
    const shown = Math.min(wordsWidth, side === 'right' ? rightRoom : leftRoom)
    const isShown = shown >= Math.min(LEAST_WORDS * text, wordsWidth)
    taken = x + ICON_HALF + APART + (isShown && side === 'right' ? shown : 0)
    return isShown ? { side, width: shown } : undefined
  })
}
