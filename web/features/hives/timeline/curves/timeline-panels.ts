import { quantities } from '#domain/hives/quantities.ts'
import type { RawColumnName } from '#domain/hives/tiles/timeline-tile.ts'
import { rawColumnNames } from '#domain/hives/tiles/timeline-tile.ts'
import type { ChartPanel, ChartSeries } from '../../../../charts/plot/chart-series.ts'
import { noPoints, type Points } from '../../../../charts/points/points.ts'
import { parseSeriesKey, type SeriesKey } from '../state/series-key.ts'
import type { CurveLooks } from './curve-looks.ts'

/** Returns one panel per quantity shown. Weights come first; only they can be compared or shown as days. */
export function timelinePanels({
  keys,
  points,
  looks,
  nameOf,
  quantityName,
  references = [],
  mode,
}: {
  keys: readonly SeriesKey[]
  points: ReadonlyMap<SeriesKey, Points>
  looks: CurveLooks
  /** The name of a scale, or of a controller by its negative id. */
  nameOf: (seriesId: number) => string
  quantityName: (column: RawColumnName) => string
  /** The curves that weights are compared with. */
  references?: readonly ChartSeries[]
  mode: ChartPanel['mode']
}): ChartPanel[] {
  return rawColumnNames.flatMap((column) => {
    const series = keys.flatMap((key): ChartSeries[] => {
      const source = parseSeriesKey(key)
      if (source?.column !== column) return []
      const { seriesId } = source
      return [{ key, label: nameOf(seriesId), slot: looks[seriesId] ?? 0, points: points.get(key) ?? noPoints }]
    })
    if (series.length === 0) return []
    return [
      {
        id: column,
        label: quantityName(column),
        ...quantities[column],
        series: column === 'weight' ? [...series, ...references] : series,
        mode: column === 'weight' ? mode : ('value' as const),
      },
    ]
  })
}
