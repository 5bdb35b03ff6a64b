import type { Kysely } from 'kysely'
import { ABSENT } from '#domain/hives/tiles/timeline-tile.ts'
import { wholeTile } from '../../hives/timeline/whole-tiles.ts'
import type { Tables } from '../../store/tables.ts'
import { selectRawTiles } from './visit-queries.ts'

/** Returns when these scales were weighed after `from` and up to `to`, in epoch seconds and in order, by scale. */
export async function readTimes(
  db: Kysely<Tables>,
  scaleIds: readonly number[],
  from: number,
  to: number,
): Promise<Map<number, number[]>> {
  const times = new Map<number, number[]>()
  for (const { scale_id, bytes } of await selectRawTiles(db, scaleIds, from, to)) {
    const tile = wholeTile(bytes)
    const weight = tile?.level === 'raw' ? tile.columns.weight : undefined
    if (tile?.level !== 'raw' || !weight) continue
    const found = times.get(scale_id) ?? []
    for (let i = 0; i < tile.length; i++) {
      const time = tile.from + tile.time[i]!
      if (time > from && time <= to && weight[i] !== ABSENT) found.push(time)
    }
    times.set(scale_id, found)
  }
  return times
}
