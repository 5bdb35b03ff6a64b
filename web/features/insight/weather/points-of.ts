import { makePoints, type Points } from '../../../charts/points/points.ts'

/** Returns the known values of a column as points. */
export function pointsOf(time: readonly number[], values: readonly (number | null)[]): Points {
  const known = time.flatMap((at, row) => {
    const value = values[row]
    return value === null || value === undefined ? [] : [[at, value] as const]
  })
  return makePoints(
    Float64Array.from(known, ([at]) => at),
    Float64Array.from(known, ([, value]) => value),
  )
}
