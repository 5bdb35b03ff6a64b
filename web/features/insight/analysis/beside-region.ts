type DayKg = { date: string; kg: number | null }

/** The gains of a hive and its region over the days known for both. */
export type BesideRegion = { days: number; mineKg: number; regionKg: number }

/** Returns a hive's gains next to its region's means; null if no day is known for both. */
export function besideRegion(
  mine: readonly DayKg[],
  region: readonly { date: string; mean: number }[],
): BesideRegion | null {
  const means = new Map(region.map(({ date, mean }) => [date, mean]))
  const common = mine.flatMap(({ date, kg }) => {
    const mean = means.get(date)
    return kg === null || mean === undefined ? [] : [{ kg, mean }]
  })
  if (common.length === 0) return null
  return {
    days: common.length,
    mineKg: common.reduce((sum, { kg }) => sum + kg, 0),
    regionKg: common.reduce((sum, { mean }) => sum + mean, 0),
  }
}
