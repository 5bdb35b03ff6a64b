/** UTC days (epoch seconds) of series whose hours and days are not up to date. */
export class DaysToRollUp {
  readonly #days = new Map<number, Set<number>>()
  readonly #atOnce: number

  /** `atOnce`: so many days are one transaction. */
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
      if (count > 0 && count + size > this.#atOnce) break
      series.push(seriesId)
      count += size
    }
    return series
  }
}
