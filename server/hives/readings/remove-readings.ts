import { ABSENT, type RawTile, rawColumnNames } from '#domain/hives/tiles/timeline-tile.ts'
import type { DayTimes } from './change-readings.ts'

/**
 * A day without the readings of some times, or nothing where it had none of them. A day that loses its last reading stays
 * as an empty tile: only what is there can tell a device, by its new revision, that something is gone.
 */
export function removeFromDay({ scaleId, from, time }: DayTimes, tile: RawTile): { times: DayTimes; tile: RawTile }[] {
  const gone = new Set(time)
  const rows = Array.from(tile.time.keys())
  const left = rows.filter((row) => !gone.has(tile.time[row]!))
  if (left.length === tile.length) return []
  const columns: RawTile['columns'] = {}
  for (const name of rawColumnNames) {
    const column = tile.columns[name]
    const values = column && Int32Array.from(left, (row) => column[row]!)
    if (values?.some((value) => value !== ABSENT)) columns[name] = values
  }
  const removed = rows.filter((row) => gone.has(tile.time[row]!))
  return [
    {
      times: { scaleId, from, time: Int32Array.from(removed, (row) => tile.time[row]!) },
      tile: {
        level: 'raw',
        from,
        length: left.length,
        time: Int32Array.from(left, (row) => tile.time[row]!),
        columns,
      },
    },
  ]
}
