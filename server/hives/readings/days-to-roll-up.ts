/** So much a transaction that the writer is free for the next request again after some milliseconds. */
const DAYS_AT_ONCE = 50

/** UTC days (epoch seconds) of series whose hours and days are not up to date. */
export class DaysToRollUp {
  readonly #days = new Map<number, Set<number>>()

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
      if (count > 0 && count + size > DAYS_AT_ONCE) break
      series.push(seriesId)
      count += size
    }
    return series
  }
}
