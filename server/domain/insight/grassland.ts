/** The sum at which grass starts to grow. */
export const GRASSLAND_MARK = 200

/** The weight of a day's mean in January, in February, and from March on. */
const monthWeights = [0.5, 0.75, 1] as const
const QUARTERS = 4

export type GrasslandSum = { sums: (number | null)[]; missingDays: number; reachedOn: string | null }

/**
 * Computes the grassland temperature sum (Grünlandtemperatursumme, after Ernst and Loeper): from 1 January on, daily means above 0 °C are
 * added up, weighted by a half in January and three quarters in February. `dates` are days (yyyy-mm-dd) from 1 January on, `means` their
 * means in °C, null for an unknown day: it adds nothing and is counted in `missingDays`, so the sum may be too low. `sums` holds the sum at
 * the end of each day, null for unknown days; `reachedOn` is the first day that ends with a sum of 200 or more.
 */
export function grasslandSum(dates: readonly string[], means: readonly (number | null)[]): GrasslandSum {
  let sum = 0
  let missingDays = 0
  let reachedOn: string | null = null
  const sums = dates.map((date, day) => {
    const mean = means[day] ?? null
    if (mean === null) {
      missingDays++
      return null
    }
    const month = Number(date.slice(5, 7))
    sum += Math.max(0, mean) * (monthWeights[month - 1] ?? 1)
    const shown = hundredths(sum)
    if (reachedOn === null && shown >= GRASSLAND_MARK) reachedOn = date
    return shown
  })
  return { sums, missingDays, reachedOn }
}

const hundredths = (celsius: number): number => Math.round(celsius * 100) / 100

/**
 * Returns the mean of each day between successive `bounds` (epoch seconds, one more than there are days). A day is known if each of its
 * quarters has a value; its mean is that of the quarters' means, so that unevenly spaced readings do not favor warm or cold hours.
 * `samples` in ascending order.
 */
export function dailyMeans(
  samples: readonly { time: number; celsius: number }[],
  bounds: readonly number[],
): (number | null)[] {
  const days = Math.max(0, bounds.length - 1)
  const totals = new Float64Array(days * QUARTERS)
  const counts = new Float64Array(days * QUARTERS)
  let day = 0
  for (const { time, celsius } of samples) {
    while (day < days && time >= bounds[day + 1]!) day++
    if (day >= days) break
    const begin = bounds[day]!
    if (time < begin) continue
    const quarter = day * QUARTERS + Math.floor(((time - begin) * QUARTERS) / (bounds[day + 1]! - begin))
    totals[quarter]! += celsius
    counts[quarter]!++
  }
  return Array.from({ length: days }, (_, index) => {
    let sum = 0
    for (let quarter = index * QUARTERS; quarter < (index + 1) * QUARTERS; quarter++) {
      if (counts[quarter] === 0) return null
      sum += totals[quarter]! / counts[quarter]!
    }
    return sum / QUARTERS
  })
}
