import { useCallback, useMemo } from 'react'
import { useSnapshot } from 'valtio'
import type { Controller } from '#domain/hives/controller.ts'
import { distinctNames } from '#domain/hives/distinct-names.ts'
import type { Scale } from '#domain/hives/scale.ts'
import type { ChartPanel } from '../../../../charts/plot/chart-series.ts'
import type { ChartMark } from '../../../../charts/plot/cluster-marks.ts'
import type { TimeSpan } from '../../../../charts/points/align-series.ts'
import { useIntl } from '../../../../i18n/intl.tsx'
import { areMarksCut, type Markable, timelineMarks } from '../marks/timeline-marks.ts'
import { type ChartState, type ShownController, shownSeries } from '../state/chart-state.ts'
import { parseSeriesKey, type SeriesKey } from '../state/series-key.ts'
import { visibleKeys } from '../state/shown-controllers.ts'
import type { TileMemory } from '../tiles/tile-memory.ts'
import { curveLooks } from './curve-looks.ts'
import { smoothPoints } from './smooth-points.ts'
import { timelinePanels } from './timeline-panels.ts'
import { type AverageNote, useAverageSeries } from './use-average-series.ts'
import { type TimelineData, useTimelineData } from './use-timeline-data.ts'
import { type CorrectedScale, useWeightCorrections } from './use-weight-corrections.ts'

export type TimelineView = {
  keys: SeriesKey[]
  data: TimelineData
  panels: ChartPanel[]
  marks: ChartMark[]
  /** What is switched on but cannot be shown. */
  notes: ViewNote[]
}

export type ViewNote = AverageNote | 'netMissing' | 'flagsCut'

/** Returns what the chart shows: the chosen, visible curves as panels with their data, and the flags. */
export function useTimelineView({
  state,
  memory,
  pixels,
  now,
  controllers,
  scales,
  places,
  markable,
  limits,
}: {
  state: ChartState
  memory: TileMemory
  /** The width of the plot. */
  pixels: number
  /** Epoch ms. */
  now: () => number
  controllers: readonly (Pick<Controller, 'id' | 'name'> & Partial<Pick<Controller, 'primaryRegionId'>>)[]
  scales: readonly (Pick<Scale, 'name' | 'color'> & CorrectedScale)[]
  places: readonly ShownController[]
  markable: Markable
  /** The span that may be requested at all, epoch seconds. */
  limits?: TimeSpan
}): TimelineView {
  const intl = useIntl()
  const chart = useSnapshot(state)
  const keys = useMemo(
    () => visibleKeys(shownSeries(chart.series), controllers, scales),
    [chart.series, controllers, scales],
  )
  const corrections = useWeightCorrections(state, keys, scales, now)
  const data = useTimelineData({ state, keys, places, memory, pixels, now, corrections, limits })
  const points = useMemo(() => smoothPoints(data.points, controllers, places), [data.points, controllers, places])

  const average = useAverageSeries(state, keys, points, controllers, scales, now)

  const names = useMemo(() => {
    const shown = new Set(keys.map((key) => parseSeriesKey(key)?.seriesId))
    const curves = scales.filter(({ id }) => shown.has(id))
    return distinctNames(curves, ({ controllerId }) => controllers.find(({ id }) => id === controllerId)?.name)
  }, [keys, controllers, scales])
  const nameOf = useCallback(
    (seriesId: number) =>
      (seriesId < 0 ? controllers.find(({ id }) => id === -seriesId)?.name : names.get(seriesId)) ?? '',
    [controllers, names],
  )
  const looks = useMemo(() => curveLooks(keys, scales), [keys, scales])
  const panels = useMemo(
    () =>
      timelinePanels({
        keys,
        points,
        looks,
        nameOf,
        quantityName: (column) => intl.formatMessage({ id: `timeline.quantity.${column}` }),
        references: average.series,
        mode: chart.delta ? 'delta' : chart.compare ? 'compare' : 'value',
      }),
    [keys, points, looks, nameOf, intl, average.series, chart.delta, chart.compare],
  )
  const marks = useMemo(() => {
    const at = (what: string, scaleId: number | null) => (scaleId === null ? what : `${what}, ${nameOf(scaleId)}`)
    return timelineMarks(
      markable,
      { manual: chart.displayManualFlags, automatic: chart.displayFlags, labels: chart.interventionFilter },
      {
        intervention: (label, scaleId) => at(intl.formatMessage({ id: `intervention.label.${label}` }), scaleId),
        alarm: (type, scaleId) => at(intl.formatMessage({ id: `alarm.type.${type}` }), scaleId),
        jump: (change, scaleId) => intl.formatMessage({ id: 'timeline.jump' }, { change, name: nameOf(scaleId) }),
      },
    )
  }, [markable, chart.interventionFilter, chart.displayManualFlags, chart.displayFlags, intl, nameOf])
  const notes: ViewNote[] = [
    ...(chart.net && corrections.netFailed ? ['netMissing' as const] : []),
    ...(average.note ? [average.note] : []),
    ...(chart.displayFlags && areMarksCut(markable) ? ['flagsCut' as const] : []),
  ]
  return { keys, data, panels, marks, notes }
}
