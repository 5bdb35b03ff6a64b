import { makePoints, type Points } from '../../../charts/points/points.ts'

/** The known values of a column. */
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
