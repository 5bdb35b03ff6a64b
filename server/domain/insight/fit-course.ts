import { median } from '../platform/median.ts'

/** `perDay`: the slope per day in the unit of the values, with its standard `error`; `known`: the number of days with a value. */
export type Course = { perDay: number; error: number; known: number }

/** Values more than this many deviations away count less (Huber 1964). */
const HUBER = 1.5
const ROUNDS = 6
/** Errors of consecutive days are correlated, so the slope is less certain than independent errors would suggest. */
const ALIKE = 1.7
const LEAST_SPREAD = 1e-6

type Series = readonly (number | null)[]

/**
 * Fits the slope of one value per day (null in a gap) by robust least squares, with the effect of the `beside` series removed (same days:
 * the temperature, the rain as the neighbors show it). Returns null with fewer than `least` values.
 */
export function fitCourse(values: Series, beside: readonly Series[], least: number): Course | null {
  const days = values.flatMap((value, day) => (value === null ? [] : [day]))
  if (days.length < least) return null
  const columns = [days.map(() => 1), centered(days), ...beside.flatMap((series) => columnOf(series, days))]
  const y = days.map((day) => values[day]!)
  let weights = days.map(() => 1)
  let fitted: { betas: number[]; slopeVariance: number } | null = null
  let deviation = 0
  for (let round = 0; round < ROUNDS; round++) {
    fitted = leastSquares(columns, y, weights)
    if (!fitted) return null
    const { betas } = fitted
    const off = y.map((value, at) => value - columns.reduce((sum, column, k) => sum + betas[k]! * column[at]!, 0))
    deviation = 1.4826 * median(off.map(Math.abs))!
    if (deviation < LEAST_SPREAD) break
    weights = off.map((residual) => Math.min(1, (HUBER * deviation) / Math.max(LEAST_SPREAD, Math.abs(residual))))
  }
  const freedom = Math.sqrt(days.length / Math.max(1, days.length - columns.length))
  const error = ALIKE * deviation * freedom * Math.sqrt(fitted!.slopeVariance)
  return { perDay: fitted!.betas[1]!, error, known: days.length }
}

/** A series on the given days, relative to its mean; empty if it hardly changes or is known on too few of the days. */
function columnOf(series: Series, days: readonly number[]): number[][] {
  const known = days.flatMap((day) => series[day] ?? [])
  if (known.length < (days.length * 2) / 3) return []
  const mean = known.reduce((sum, value) => sum + value, 0) / known.length
  const column = days.map((day) => (series[day] ?? mean) - mean)
  return column.some((value) => Math.abs(value) > LEAST_SPREAD) ? [column] : []
}

function centered(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.map((value) => value - mean)
}

/** Weighted least squares by the normal equations; null if the columns are not independent. */
function leastSquares(columns: readonly number[][], y: readonly number[], weights: readonly number[]) {
  const size = columns.length
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, at) => sum + weights[at]! * value * b[at]!, 0)
  // each row is extended by the right-hand side and a row of the identity matrix, which gives the variance of the slope
  const rows = columns.map((column, k) => [
    ...columns.map((other) => dot(column, other)),
    dot(column, y),
    k === 1 ? 1 : 0,
  ])
  for (let pivot = 0; pivot < size; pivot++) {
    const best = rows
      .slice(pivot)
      .reduce((to, row, at) => (Math.abs(row[pivot]!) > Math.abs(rows[to]![pivot]!) ? pivot + at : to), pivot)
    ;[rows[pivot], rows[best]] = [rows[best]!, rows[pivot]!]
    const lead = rows[pivot]![pivot]!
    if (Math.abs(lead) < LEAST_SPREAD) return null
    for (const [at, row] of rows.entries()) {
      if (at === pivot) continue
      const factor = row[pivot]! / lead
      for (let k = pivot; k < size + 2; k++) row[k]! -= factor * rows[pivot]![k]!
    }
  }
  return {
    betas: rows.map((row, k) => row[size]! / row[k]!),
    slopeVariance: rows[1]![size + 1]! / rows[1]![1]!,
  }
}
