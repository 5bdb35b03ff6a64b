import * as v from 'valibot'

/** Colors that people tell apart. */
export const HUES = 8
/** Each of them with each of as many dashes. */
export const SCALE_COLORS = HUES * HUES

/**
 * How a scale is drawn everywhere: `color % 8` is its place in the palette. The first eight have a dash of their own each;
 * every further eight have the same colors in other dashes.
 */
export const ScaleColor = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(SCALE_COLORS - 1))

export type ColoredScale = { color: number; archived: boolean }

export const hueOf = (color: number): number => color % HUES

/**
 * The color of a new scale beside the others of its owner, or one of the hue that was chosen: the hue that fewest in use have,
 * then the dash that fewest have, in use or archived, then the first.
 */
export function freeColor(beside: readonly ColoredScale[], hue?: number): number {
  const inUse = beside.filter(({ archived }) => !archived)
  const counts = (scales: readonly ColoredScale[], fits: (one: ColoredScale) => boolean) => scales.filter(fits).length
  let best = { color: hue ?? 0, rank: [Number.POSITIVE_INFINITY, 0, 0] }
  for (let color = 0; color < SCALE_COLORS; color++) {
    if (hue !== undefined && hueOf(color) !== hue) continue
    const isSame = (one: ColoredScale) => one.color === color
    const rank = [
      counts(inUse, (one) => hueOf(one.color) === hueOf(color)),
      counts(inUse, isSame),
      counts(beside, isSame),
    ]
    const decides = rank.findIndex((count, at) => count !== best.rank[at])
    if (decides >= 0 && rank[decides]! < best.rank[decides]!) best = { color, rank }
  }
  return best.color
}

/**
 * What scales look like on one chart: each in its own color. Where two look alike, as those of two owners can, the one with the
 * higher id has another dash of the same color.
 */
export function looksTogether(scales: readonly { id: number; color: number }[]): Record<number, number> {
  const looks: Record<number, number> = {}
  const taken = new Set<number>()
  for (const { id, color } of scales.toSorted((a, b) => a.id - b.id)) {
    let look = color
    for (let turn = 0; taken.has(look) && turn < HUES; turn++) look = (look + HUES) % SCALE_COLORS
    taken.add(look)
    looks[id] = look
  }
  return looks
}
