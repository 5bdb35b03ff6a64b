import { useEffect, useMemo } from 'react'
import { EARLIEST_TIME_SECONDS } from '#domain/hives/reading.ts'
import type { Scale } from '#domain/hives/scale.ts'
import type { Level } from '#domain/hives/tiles/timeline-tile.ts'
import type { ChartSeries } from '../../../../charts/plot/chart-series.ts'
import type { TimeSpan } from '../../../../charts/points/align-series.ts'
import { noPoints, type Points } from '../../../../charts/points/points.ts'
import { useIntl } from '../../../../i18n/intl.tsx'
import { ownColumn } from '../state/series-key.ts'
import { wholeTiles } from '../tiles/level-choice.ts'
import type { TileMemory } from '../tiles/tile-memory.ts'
import { tilePoints } from '../tiles/tile-points.ts'
import { useTileVersion } from '../tiles/use-tile-version.ts'
import { weightCorrection } from './weight-correction.ts'
import { secondsToYearBefore, yearBefore, yearBeforeSeries } from './year-before.ts'
import { useHandJumps } from './year-queries.ts'

/** Returns a scale's curve of a year before, without jumps by hand, for display beside its `own` curve; undefined if nothing is known of that time. */
export function useYearBefore(
  memory: TileMemory,
  scale: Pick<Scale, 'id' | 'type'>,
  own: Points | undefined,
  level: Level,
  { from, to }: TimeSpan,
  now: () => number,
): ChartSeries | undefined {
  const intl = useIntl()
  const version = useTileVersion(memory)
  const { id, type } = scale
  const seconds = secondsToYearBefore(to)
  const then = yearBefore({ from, to }, seconds)
  const { from: first, to: end } = wholeTiles(level, {
    from: Math.max(EARLIEST_TIME_SECONDS, then.from),
    to: Math.max(EARLIEST_TIME_SECONDS + 1, then.to),
  })
  useEffect(() => {
    const abort = new AbortController()
    // if it cannot be loaded, leave it out: this page is about the current year
    memory.load([id], level, { from: first, to: end }, abort.signal).catch(() => undefined)
    return () => abort.abort()
  }, [memory, id, level, first, end])

  const { jumps } = useHandJumps([id], { from: first, to: end }, type === 'weight', now())
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` changes when the memory's content does
  return useMemo(() => {
    const pieces = memory.pieces(id, level, { from: first, to: end })
    const net = weightCorrection({ jumps: jumps.get(id) ?? [], anchor: from - seconds }, undefined)
    const column = ownColumn(type)
    const before = tilePoints(pieces, column, end, column === 'weight' ? net : undefined)
    const look = { label: intl.formatMessage({ id: 'timeline.yearBefore' }), lifted: column === 'weight' }
    return yearBeforeSeries(before, seconds, own ?? noPoints, { from, to }, look)
  }, [memory, version, id, type, level, first, end, from, to, seconds, jumps, own, intl])
}
