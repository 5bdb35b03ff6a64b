import { median } from '../platform/median.ts'

/** `perDay`: the slope, with its standard error, in the unit of the values a day; `known` of the days had a value. */
export type Course = { perDay: number; error: number; known: number }

/** Values farther off than so many deviations pull less (Huber 1964). */
const HUBER = 1.5
const ROUNDS = 6
/** Days that follow each other err alike: the slope is less sure than single errors would make it. */
const ALIKE = 1.7
const LEAST_SPREAD = 1e-6

type Series = readonly (number | null)[]

/**
 * The slope of one value a day, null in a gap, by robust least squares; what moves along with `beside` (the same days: the temperature, the rain
 * that the neighbours show) is taken out. Null with fewer than `least` values.
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

/** What a series shows on some days, around its mean; nothing where it hardly changes, or is known on too few of them. */
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

/** Weighted least squares by the normal equations; null where the columns cannot be told apart. */
function leastSquares(columns: readonly number[][], y: readonly number[], weights: readonly number[]) {
  const size = columns.length
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, at) => sum + weights[at]! * value * b[at]!, 0)
  // beside each row: what is asked for, and a row of the identity for the variance of the slope
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
