/** Number of series that people tell apart by color; later ones begin again with another dash. */
export const seriesCount = 8

/** The positions of the colors. */
export const seriesColors: readonly number[] = [...Array(seriesCount).keys()]

/** Dash patterns in CSS pixels, for `setLineDash` and `stroke-dasharray`; the first is a full line. */
export const seriesDashes: readonly (readonly number[])[] = [
  [],
  [8, 4],
  [2, 3],
  [10, 3, 2, 3],
  [14, 5],
  [5, 2],
  [8, 3, 2, 3, 2, 3],
  [1, 5],
]

/** The dash pattern of a series by its position, from 0. Each further eight are shifted by one, so color and dash together stay unique. */
export function seriesDash(index: number): readonly number[] {
  return seriesDashes[(index + Math.floor(index / seriesCount)) % seriesCount] ?? []
}

/** What curves are compared with, such as an average: in the ink of quiet text, dashed. */
export const referenceDash: readonly number[] = [7, 5]
/** A second one beside it. */
export const referenceDots: readonly number[] = [2, 4]
export const referenceToken = '--ink-quiet'

/** The CSS color of a series by its position, from 0, as a reference that follows the theme. */
export function seriesColor(index: number): string {
  return `var(--series-${(index % seriesCount) + 1})`
}
