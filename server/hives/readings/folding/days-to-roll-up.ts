/** Reading, decoding and writing the month and the year of a series costs as much as adding this many days to them. */
const SERIES_COSTS_DAYS = 3

/** UTC days (epoch seconds) of series whose hour and day tiles are out of date. */
export class DaysToRollUp {
  readonly #days = new Map<number, Set<number>>()
  readonly #atOnce: number

  /** `atOnce`: the size of one transaction, in days to add. */
  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  /** The number of waiting series. */
  get size(): number {
    return this.#days.size
  }

  add(seriesId: number, day: number): void {
    const days = this.#days.get(seriesId)
    if (days) days.add(day)
    else this.#days.set(seriesId, new Set([day]))
  }

  of(seriesId: number): ReadonlySet<number> {
    return this.#days.get(seriesId) ?? new Set()
  }

  drop(seriesId: number): void {
    this.#days.delete(seriesId)
  }

  /** The series for the next transaction: those that have waited longest. */
  next(): number[] {
    const series: number[] = []
    let count = 0
    for (const [seriesId, { size }] of this.#days) {
      if (count > 0 && count + size + SERIES_COSTS_DAYS > this.#atOnce) break
      series.push(seriesId)
      count += size + SERIES_COSTS_DAYS
    }
    return series
  }
}
