/** The number of series that people can tell apart by color; later ones start over with another dash. */
export const seriesCount = 8

/** The indexes of the colors. */
export const seriesColors: readonly number[] = [...Array(seriesCount).keys()]

/** Dash patterns in CSS pixels, for `setLineDash` and `stroke-dasharray`; the first is a solid line. */
const seriesDashes: readonly (readonly number[])[] = [
  [],
  [8, 4],
  [2, 3],
  [10, 3, 2, 3],
  [14, 5],
  [5, 2],
  [8, 3, 2, 3, 2, 3],
  [1, 5],
]

/** The dash pattern of a series by its index, from 0. Each further group of eight is shifted by one, so color and dash together stay unique. */
export function seriesDash(index: number): readonly number[] {
  return seriesDashes[(index + Math.floor(index / seriesCount)) % seriesCount] ?? []
}

/** For what curves are compared with, such as an average: dashed, in the color of quiet text. */
export const referenceDash: readonly number[] = [7, 5]
/** For a second reference beside the first. */
export const referenceDots: readonly number[] = [2, 4]
export const referenceToken = '--ink-quiet'

/** The CSS color of a series by its index, from 0, as a `var()` reference that follows the theme. */
export function seriesColor(index: number): string {
  return `var(--series-${(index % seriesCount) + 1})`
}
