/** A flag on the chart: the place of its mark and how wide its words are, in CSS pixels from the left of the plot. */
export type WordedFlag = { x: number; wordsWidth: number }

/** From the middle of a flag's icon to the edge of its face. */
const ICON_HALF = 15
/** Between two flags. */
const APART = 6
/** Fewer say nothing: some letters, in parts of the size of the text. */
const LEAST_WORDS = 4.8

/**
 * On which side of its icon each flag has room for its words, and how wide that is, from left to right; undefined where they
 * would cover another flag or leave the plot. `width` of the plot, `edge` how far words may stand beyond it, `text` the size of the words.
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
