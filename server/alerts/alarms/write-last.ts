import { ABSENT, type RawTile } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { GlobalSettings } from '#domain/platform/settings.ts'
import type { HotStatements } from '../../hives/readings/store/hot-statements.ts'
import {
  type LastReading,
  type NewestReading,
  NOWHERE,
  type Place,
  type TileStore,
} from '../../hives/readings/store/tile-store.ts'
import type { DetectorSettings } from './detectors/detector.ts'
import { bucketLevels, type DetectorState } from './detectors/run-detectors.ts'
import { settingsOf } from './settings-of-place.ts'

type RawOf = (seriesId: number, from: number) => RawTile

/** Returns the time of the newest reading a scale still has. */
export function newestLeft(statements: HotStatements, scaleId: number, raw: RawOf): number | undefined {
  for (const { from } of statements.rawStartsFrom.all(scaleId, 0).reverse()) {
    const { time, length } = raw(scaleId, from)
    if (length > 0) return from + time[length - 1]!
  }
  return undefined
}

/** Returns the detector settings of each transmitter, read once per run; `places` are known already. */
export function settingsByController(
  store: TileStore,
  settings: GlobalSettings,
  places: ReadonlyMap<number, Place> = new Map(),
) {
  const known = new Map([...places].map(([id, place]) => [id, settingsOf(place, settings)]))
  return {
    of(controllerId: number): DetectorSettings {
      const found = known.get(controllerId)
      if (found) return found
      const read = settingsOf(store.places([controllerId]).get(controllerId) ?? NOWHERE, settings)
      known.set(controllerId, read)
      return read
    },
  }
}

/**
 * Returns the newest reading of a scale, for the dashboard; a late one does not replace it. A quantity that has not come yet on its
 * UTC day keeps its last value of the day before, as when the weight comes less often than the temperature.
 * `known`: the one stored so far; `times`: of the readings that changed, in order; without `state` the bucket levels stay as they were.
 */
export function newestReading(
  known: LastReading | undefined,
  scaleId: number,
  times: readonly number[],
  raw: RawOf,
  state: DetectorState | undefined,
  settings: DetectorSettings,
  change: 'added' | 'removed',
): NewestReading {
  const last = times.at(-1)!
  const newest = change === 'removed' ? last : Math.max(last, known?.time ?? 0)
  const day = newest - (newest % DAY_SECONDS)
  const lastOn = (from: number, name: 'weight' | 'temperature' | 'humidity') =>
    raw(scaleId, from).columns[name]?.findLast((candidate) => candidate !== ABSENT) ?? null
  // the day before is not read each time for a quantity that the scale does not have
  const lastOf = (name: 'weight' | 'temperature' | 'humidity', before: number | null | undefined) =>
    lastOn(day, name) ?? (before === null && times[0]! >= day ? null : lastOn(day - DAY_SECONDS, name))
  const levels = state && bucketLevels(state, newest, settings)
  return {
    scale_id: scaleId,
    time: newest,
    weight_grams: lastOf('weight', known?.weight_grams),
    temperature_centi: lastOf('temperature', known?.temperature_centi),
    humidity_permille: lastOf('humidity', known?.humidity_permille),
    gain_level_grams: levels?.gainGrams ?? known?.gain_level_grams ?? 0,
    loss_level_grams: levels?.lossGrams ?? known?.loss_level_grams ?? 0,
  }
}
