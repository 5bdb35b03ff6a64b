import { dayAfter, daysBetween, REGION_LEAST_HIVES, REGION_LEAST_OWNERS } from '#domain/heatmap.ts'
import { ABSENT, DAY_SECONDS, type Tile } from '#domain/timeline-tile.ts'

/** The last grams of each day from the day before `from` on, ABSENT where the hive was silent. */
export type DayWeights = Int32Array

/** A hive that counts towards a region. */
export type RegionHive = { regionId: number; ownerId: number; weights: DayWeights }

/** Grams: a hive lighter than `leastMass` stands empty; a day that changed by more than `mostDelta` was no bees' doing. */
export type MeanLimits = { leastMass: number; mostDelta: number }

/** The weights of `from` to `to` (calendar days, both count) and of the day before, from the day tiles of one scale. */
export function dayWeights(tiles: readonly Tile[], from: string, to: string): DayWeights {
  const start = Date.parse(dayAfter(from, -1)) / 1000
  const weights = new Int32Array(daysBetween(from, to) + 1).fill(ABSENT)
  for (const tile of tiles) {
    const last = tile.level === 'day' ? tile.columns.weightLast : undefined
    if (!last) continue
    for (let i = 0; i < tile.length; i++) {
      const day = (tile.from + tile.time[i]! - start) / DAY_SECONDS
      if (day >= 0 && day < weights.length) weights[day] = last[i]!
    }
  }
  return weights
}

/** The mean gain in whole grams of each day by region; null on days on which too few hives or owners count. */
export function regionMeans(
  hives: readonly RegionHive[],
  days: number,
  { leastMass, mostDelta }: MeanLimits,
): { regionId: number; gainsGrams: (number | null)[] }[] {
  return [...Map.groupBy(hives, ({ regionId }) => regionId)].flatMap(([regionId, own]) => {
    const gainsGrams = Array.from({ length: days }, (_, day) => {
      const owners = new Set<number>()
      let sum = 0
      let count = 0
      for (const { ownerId, weights } of own) {
        const [before, after] = [weights[day]!, weights[day + 1]!]
        if (before === ABSENT || after === ABSENT) continue
        if (Math.min(before, after) < leastMass || Math.abs(after - before) > mostDelta) continue
        owners.add(ownerId)
        sum += after - before
        count++
      }
      return count >= REGION_LEAST_HIVES && owners.size >= REGION_LEAST_OWNERS ? Math.round(sum / count) : null
    })
    return gainsGrams.some((gain) => gain !== null) ? [{ regionId, gainsGrams }] : []
  })
}
