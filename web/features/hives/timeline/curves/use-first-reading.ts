import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { TimeSpan } from '../../../../charts/points/align-series.ts'
import { type ChartState, knowFirst } from '../state/chart-state.ts'
import { wholeTiles } from '../tiles/level-choice.ts'
import type { TileMemory } from '../tiles/tile-memory.ts'

/** If the chart shows everything, finds out where that begins: at the first reading of these series within `whole`. */
export function useFirstReading(
  state: ChartState,
  memory: TileMemory,
  seriesIds: readonly number[],
  whole: TimeSpan,
): void {
  const isAll = useSnapshot(state).preset === 'all'
  const { from, to } = wholeTiles('day', whole)
  useEffect(() => {
    if (!isAll || seriesIds.length === 0) return
    const abort = new AbortController()
    const find = async () => {
      await memory.load(seriesIds, 'day', { from, to }, abort.signal)
      if (!abort.signal.aborted) knowFirst(state, firstReading(memory, seriesIds, { from, to }))
    }
    // the chart reports failures, since it asks for the same days
    find().catch(() => undefined)
    return () => abort.abort()
  }, [state, memory, seriesIds, isAll, from, to])
}

/** Returns the day of the first reading of these series in memory, in epoch seconds. */
export function firstReading(memory: TileMemory, seriesIds: readonly number[], span: TimeSpan): number | undefined {
  const days = seriesIds.flatMap((seriesId) => {
    const first = memory.pieces(seriesId, 'day', span).find(({ tile }) => tile.length > 0)
    return first ? [first.tile.from + first.tile.time[0]!] : []
  })
  return days.length > 0 ? Math.min(...days) : undefined
}
