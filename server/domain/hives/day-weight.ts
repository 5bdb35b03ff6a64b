/** The net weight in grams at the first moment of a local day (yyyy-mm-dd); null where the scale was silent. */
export type DayWeight = { date: string; grams: number | null }

/** What a local day brought in grams; null where the weight at its begin or at its end is not known. */
export type DayChange = { date: string; grams: number | null }

/** The change of each day: from its midnight to the next one, so there is one less than there are midnights. */
export const changesOfDays = (midnights: readonly DayWeight[]): DayChange[] =>
  midnights.slice(0, -1).map(({ date, grams }, day) => {
    const next = midnights[day + 1]!.grams
    return { date, grams: grams === null || next === null ? null : next - grams }
  })

/** The first and the last known weight, and how many days lie between them; null with fewer than two. */
export function knownEnds(midnights: readonly DayWeight[]): { first: number; last: number; days: number } | null {
  const begin = midnights.findIndex(({ grams }) => grams !== null)
  const end = midnights.findLastIndex(({ grams }) => grams !== null)
  if (begin < 0 || end <= begin) return null
  return { first: midnights[begin]!.grams!, last: midnights[end]!.grams!, days: end - begin }
}
