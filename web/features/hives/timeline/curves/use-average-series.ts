import { useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { Controller } from '#domain/hives/controller.ts'
import type { Scale } from '#domain/hives/scale.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { ChartSeries } from '../../../../charts/plot/chart-series.ts'
import type { Points } from '../../../../charts/points/points.ts'
import { useIntl } from '../../../../i18n/intl.tsx'
import type { ChartState } from '../state/chart-state.ts'
import { parseSeriesKey, type SeriesKey } from '../state/series-key.ts'
import { averageSeries } from './average-series.ts'
import { useRegionAverages } from './year-queries.ts'

/** Why there is no average next to the curves. */
export type AverageNote = 'averageNoRegion' | 'averageFew' | 'averageFailed'

/** Returns the averages, if switched on, of the regions of the weights among `keys`. */
export function useAverageSeries(
  state: ChartState,
  keys: readonly SeriesKey[],
  points: ReadonlyMap<SeriesKey, Points>,
  controllers: readonly (Pick<Controller, 'id'> & Partial<Pick<Controller, 'primaryRegionId'>>)[],
  scales: readonly (Pick<Scale, 'id'> & Partial<Pick<Scale, 'controllerId'>>)[],
  now: () => number,
): { series: ChartSeries[]; note: AverageNote | undefined } {
  const intl = useIntl()
  const { average, range } = useSnapshot(state)
  const { xmin: from, xmax: to } = range
  const anchors = useMemo(() => {
    const found = new Map<number, SeriesKey>()
    for (const key of average === 'none' ? [] : keys) {
      const source = parseSeriesKey(key)
      const scale = source?.column === 'weight' && scales.find(({ id }) => id === source.seriesId)
      const region = scale && controllers.find(({ id }) => id === scale.controllerId)?.primaryRegionId
      if (region && !found.has(region)) found.set(region, key)
    }
    return found
  }, [average, keys, controllers, scales])
  const span = { from: from - DAY_SECONDS, to: Math.min(to, now() / 1000) }
  const { regions, missing, failed } = useRegionAverages([...anchors.keys()], span, now())
  const series = useMemo(() => {
    if (average === 'none') return []
    const all = regions.map((region) => {
      const label = intl.formatMessage({ id: `timeline.average.${average}` }, { name: region.name })
      return averageSeries(region, average, label, points.get(anchors.get(region.regionId) ?? ''), { from, to })
    })
    return all.filter(({ points: { time } }) => time.some((at) => at > from && at <= to + DAY_SECONDS))
  }, [average, regions, anchors, points, from, to, intl])
  return { series, note: average === 'none' || keys.length === 0 ? undefined : noteOf() }

  function noteOf(): AverageNote | undefined {
    if (anchors.size === 0) return 'averageNoRegion'
    if (failed) return 'averageFailed'
    return missing || series.length > 0 ? undefined : 'averageFew'
  }
}
