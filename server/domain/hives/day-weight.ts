/** The net weight in grams at the start of a local day (yyyy-mm-dd); null if the scale was silent. */
export type DayWeight = { date: string; grams: number | null }

/** The change over a local day in grams; null if the weight at its start or its end is unknown. */
export type DayChange = { date: string; grams: number | null }

/** Returns the change of each day, from its midnight to the next: one fewer than there are midnights. */
export const changesOfDays = (midnights: readonly DayWeight[]): DayChange[] =>
  midnights.slice(0, -1).map(({ date, grams }, day) => {
    const next = midnights[day + 1]!.grams
    return { date, grams: grams === null || next === null ? null : next - grams }
  })

/** The first and the last known weight and the number of days between them; null if fewer than two are known. */
export function knownEnds(midnights: readonly DayWeight[]): { first: number; last: number; days: number } | null {
  const begin = midnights.findIndex(({ grams }) => grams !== null)
  const end = midnights.findLastIndex(({ grams }) => grams !== null)
  if (begin < 0 || end <= begin) return null
  return { first: midnights[begin]!.grams!, last: midnights[end]!.grams!, days: end - begin }
}
