import { withoutLonePoints } from '../../../../charts/points/lone-points.ts'
import type { Points } from '../../../../charts/points/points.ts'
import type { ShownController } from '../state/chart-state.ts'
import { parseSeriesKey, type SeriesKey } from '../state/series-key.ts'

/** Removes isolated readings from the weights of transmitters whose owner wants smooth curves; leaves everything else as it is. */
export function smoothPoints(
  points: ReadonlyMap<SeriesKey, Points>,
  controllers: readonly { id: number; signalFilter?: boolean }[],
  places: readonly Pick<ShownController, 'id' | 'scaleIds'>[],
): ReadonlyMap<SeriesKey, Points> {
  const filtered = new Set(controllers.filter(({ signalFilter }) => signalFilter).map(({ id }) => id))
  if (filtered.size === 0) return points
  const smooth = new Set(places.filter(({ id }) => filtered.has(id)).flatMap(({ scaleIds }) => scaleIds))
  return new Map(
    [...points].map(([key, found]) => {
      const series = parseSeriesKey(key)
      const isSmooth = series?.column === 'weight' && smooth.has(series.seriesId)
      return [key, isSmooth ? withoutLonePoints(found) : found]
    }),
  )
}
