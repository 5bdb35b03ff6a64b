import * as v from 'valibot'

/** The number of colors that people can tell apart. */
export const HUES = 8
/** Each hue combined with each of as many dash patterns. */
export const SCALE_COLORS = HUES * HUES

/**
 * The look of a scale everywhere: `color % 8` is its index in the palette. The first eight each have their own dash pattern; every further
 * eight have the same colors with different dashes.
 */
export const ScaleColor = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(SCALE_COLORS - 1))

export type ColoredScale = { color: number; archived: boolean }

export const hueOf = (color: number): number => color % HUES

/**
 * Returns the color for a new scale given its owner's other scales, optionally within a chosen hue: the hue least used by scales in use,
 * then the dash pattern least used (in use first, then including archived ones), then the first.
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
 * Returns the look of each scale on one chart: its own color. If two look the same, which can happen with scales of two owners, the one
 * with the higher id gets other dashes in the same hue.
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
