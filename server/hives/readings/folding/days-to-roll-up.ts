/** To read, unpack and write the month and the year of a series takes as long as to put so many days into them. */
const SERIES_COSTS_DAYS = 3

/** UTC days (epoch seconds) of series whose hours and days are not up to date. */
export class DaysToRollUp {
  readonly #days = new Map<number, Set<number>>()
  readonly #atOnce: number

  /** `atOnce`: so much is one transaction, in days that are put in. */
  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  /** How many series wait. */
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

  /** The series of the next transaction: those that have waited longest. */
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
