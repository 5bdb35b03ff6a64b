import type { Kysely } from 'kysely'
import { assessBattery, type BatteryHealth, type BatterySample } from '#domain/hives/battery.ts'
import { ABSENT } from '#domain/hives/tiles/timeline-tile.ts'
import { DamagedError } from '#domain/platform/damaged-error.ts'
import { readHourTiles } from '../../../hives/timeline/read-hour-tiles.ts'
import type { Tables } from '../../../store/tables.ts'
import { selectBatteries, selectOpenBatteries } from './transmitter-queries.ts'

/** No trend leads from above this to the threshold within a week. */
const WORTH_A_LOOK_MILLIVOLTS = 4000
const HISTORY_SECONDS = 14 * 86_400
const SEEN_WITHIN_SECONDS = 2 * 86_400

export type BatteryReport = BatteryHealth & { controllerId: number }

/** `failed`: the transmitters whose history could not be read, and why. */
export type BatteryReports = { reports: BatteryReport[]; failed: { controllerId: number; reason: string }[] }

/** A reader thread's task: returns the state of the batteries worth checking, or with an open alarm, at a time (epoch seconds). */
export async function readBatteries(db: Kysely<Tables>, input: { nowSeconds: number }): Promise<BatteryReports> {
  const { nowSeconds } = input
  const low = await selectBatteries(db, WORTH_A_LOOK_MILLIVOLTS, (nowSeconds - SEEN_WITHIN_SECONDS) * 1000)
  const watched = new Map([...low, ...(await selectOpenBatteries(db))].map((one) => [one.id, one.battery_low_mv]))
  const found: BatteryReports = { reports: [], failed: [] }
  for (const [controllerId, lowMillivolts] of watched) {
    try {
      const samples = await readSamples(db, controllerId, nowSeconds - HISTORY_SECONDS)
      found.reports.push({ controllerId, ...assessBattery(samples, nowSeconds, lowMillivolts) })
    } catch (error) {
      found.failed.push({ controllerId, reason: String(error) })
    }
  }
  return found
}

async function readSamples(db: Kysely<Tables>, controllerId: number, from: number): Promise<BatterySample[]> {
  const { tiles, damaged } = await readHourTiles(db, [-controllerId], { from }, ['battery'])
  if (damaged.size > 0) throw new DamagedError('its stored hours are damaged')
  return tiles.get(-controllerId)!.flatMap((tile) => {
    const { battery } = tile.columns
    if (!battery) return []
    return [...battery].flatMap((millivolts, row) =>
      millivolts === ABSENT ? [] : [{ time: tile.from + tile.time[row]!, millivolts }],
    )
  })
}
