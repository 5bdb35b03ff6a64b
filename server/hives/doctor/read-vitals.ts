import type { Kysely } from 'kysely'
import type { BatterySample } from '#domain/hives/battery.ts'
import { ownQuantity } from '#domain/hives/own-quantity.ts'
import { ABSENT } from '#domain/hives/tiles/timeline-tile.ts'
import { storedSeconds } from '../../platform/db/stored-seconds.ts'
import type { Tables } from '../../store/tables.ts'
import { readHourTiles } from '../timeline/read-hour-tiles.ts'
import { selectLastTimes, selectUnusable } from './vital-queries.ts'

/**
 * Hourly, ascending; times in epoch seconds. `lastTimes`: when each scale last sent, and when it last measured what it is there for, null if that
 * is not known; `unusable`: hours with unusable readings;
 * `damaged`: whether some of its hour tiles are damaged.
 */
export type Vitals = {
  damaged: boolean
  battery: BatterySample[]
  signal: { time: number; dbm: number }[]
  heard: number[]
  lastTimes: { scaleId: number; time: number; measured: number | null }[]
  unusable: { scaleId: number; time: number }[]
}

type VitalsInput = { controllerId: number; scaleIds: number[]; from: number; unusableFrom: number }

/** Reader task: what a transmitter reported about itself from `from` (epoch seconds) on, and when its scales last sent. */
export async function readVitals(
  db: Kysely<Tables>,
  { controllerId, scaleIds, from, unusableFrom }: VitalsInput,
): Promise<Vitals> {
  const { tiles, damaged } = await readHourTiles(db, [-controllerId], { from }, ['battery', 'signal'])
  const vitals: Vitals = { damaged: damaged.size > 0, battery: [], signal: [], heard: [], lastTimes: [], unusable: [] }
  for (const tile of tiles.get(-controllerId)!) {
    for (let row = 0; row < tile.length; row++) {
      const time = tile.from + tile.time[row]!
      if (time < from) continue
      const millivolts = tile.columns.battery?.[row] ?? ABSENT
      const dbm = tile.columns.signal?.[row] ?? ABSENT
      vitals.heard.push(time)
      if (millivolts !== ABSENT) vitals.battery.push({ time, millivolts })
      if (dbm !== ABSENT) vitals.signal.push({ time, dbm })
    }
  }
  const lasts = await selectLastTimes(db, scaleIds)
  vitals.lastTimes = lasts.flatMap((last) => {
    const time = storedSeconds(last.time)
    const measured = storedSeconds(last[`${ownQuantity[last.type]}_time`])
    return time === null ? [] : [{ scaleId: last.scale_id, time, measured }]
  })
  const unusable = await selectUnusable(db, scaleIds, unusableFrom)
  vitals.unusable = unusable.map(({ scale_id, time }) => ({ scaleId: scale_id, time: Number(time) }))
  return vitals
}
