import { ABSENT, type RawTile } from '#domain/hives/tiles/timeline-tile.ts'
import { isDamaged } from '#domain/platform/damaged-error.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { GlobalSettings } from '#domain/platform/settings.ts'
import type { HotStatements, LastReading } from '../../hives/readings/store/hot-statements.ts'
import { type NewestReading, NOWHERE, type Place, type TileStore } from '../../hives/readings/store/tile-store.ts'
import type { DetectorSettings } from './detectors/detector.ts'
import { dayOf } from './replay-scale.ts'
import { settingsOf } from './settings-of-place.ts'

type RawOf = (seriesId: number, from: number) => RawTile

/** Returns the days of a scale before a time that have a tile, the latest first. */
export const daysBefore = (statements: HotStatements, scaleId: number, before: number): number[] =>
  statements.rawStartsFrom
    .all(scaleId, 0)
    .flatMap(({ from }) => (from < before ? [from] : []))
    .reverse()

/** Returns the time of the newest reading a scale still has. */
export function newestLeft(statements: HotStatements, scaleId: number, raw: RawOf): number | undefined {
  for (const from of daysBefore(statements, scaleId, Number.POSITIVE_INFINITY)) {
    const { time, length } = raw(scaleId, from)
    if (length > 0) return from + time[length - 1]!
  }
  return undefined
}

/**
 * Returns what is known of the newest reading of a scale to which readings were added, and when it was taken. A stored time at which
 * there is no reading is damaged, and would stay for good.
 */
export function newestWith(
  statements: HotStatements,
  scaleId: number,
  { known, times, raw }: { known: LastReading | undefined; times: readonly number[]; raw: RawOf },
): { known: LastReading | undefined; newest: number } {
  const last = times.at(-1)!
  const isLater = known !== undefined && known.time > last
  if (isLater && hasReadingAt(scaleId, known.time, raw)) return { known, newest: known.time }
  const newest = isLater ? Math.max(last, newestLeft(statements, scaleId, raw) ?? 0) : last
  return { known: known && { ...known, time: newest }, newest }
}

/** True if it cannot be read whether there is one. */
function hasReadingAt(scaleId: number, at: number, raw: RawOf): boolean {
  try {
    const { from, time } = raw(scaleId, dayOf(at))
    return time.includes(at - from)
  } catch (error) {
    if (isDamaged(error)) return true
    throw error
  }
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

type Quantity = 'weight' | 'temperature' | 'humidity'
/** A quantity's last value and when it was measured, in epoch seconds. */
type Measured = { at: number | null; value: number | null }
const NEVER: Measured = { at: null, value: null }

export type LastChange = {
  scaleId: number
  /** Of the readings that were added, removed or changed, in order; at least one. */
  times: readonly number[]
  /** When the newest reading was taken that the scale has now. */
  newest: number
  raw: RawOf
  /** The days with readings before a day, the latest first. */
  daysBefore: (day: number) => readonly number[]
  /** Without them the bucket levels stay as they were. */
  levels?: { gainGrams: number; lossGrams: number } | undefined
}

/**
 * Returns the newest reading of a scale, with the last value of each quantity and its own time, as when the weight comes less often than the
 * temperature: the same, in whatever order readings came. Values from before the day before are left out, their times stay.
 * `known`: the one stored so far.
 */
export function newestReading(known: LastReading | undefined, change: LastChange): NewestReading {
  const { scaleId, newest, times, raw, daysBefore, levels } = change
  const oldest = dayOf(newest) - DAY_SECONDS
  const changed = daysOf(times)

  function lastOn(day: number, name: Quantity): Measured | undefined {
    const { time, columns } = raw(scaleId, day)
    const row = columns[name]?.findLastIndex((value) => value !== ABSENT) ?? -1
    return row < 0 ? undefined : { at: day + time[row]!, value: columns[name]![row]! }
  }

  function lastIn(days: readonly number[], name: Quantity): Measured {
    for (const day of days) {
      const found = lastOn(day, name)
      if (found) return found
    }
    return NEVER
  }

  function latest(name: Quantity, before: Measured): Measured {
    // it came before times were kept: on the day of the newest reading, or the one before
    if (before.at === null && before.value !== null) {
      const day = dayOf(known!.time)
      return lastIn(
        [...changed, day, day - DAY_SECONDS].sort((a, b) => b - a),
        name,
      )
    }
    const found = lastIn(changed, name)
    if (before.at === null || found.at === before.at) return found
    const day = dayOf(before.at)
    if (!changed.includes(day)) return (found.at ?? 0) > before.at ? found : before
    // its day has changed: unless something later is known, the values of that day may be gone
    return found.at !== null && found.at >= day ? found : lastIn(daysBefore(day), name)
  }

  function lastOf(name: Quantity, at: number | null | undefined, value: number | null | undefined): Measured {
    // one that is after the newest reading is damaged, and would stay for good
    const isSound = known !== undefined && typeof at === 'number' && at <= known.time
    const last = latest(name, { at: isSound ? at : null, value: value ?? null })
    if (last.at === null || last.at < oldest) return { at: last.at, value: null }
    return last.value === null ? lastIn([dayOf(last.at)], name) : last
  }

  const weight = lastOf('weight', known?.weight_time, known?.weight_grams)
  const temperature = lastOf('temperature', known?.temperature_time, known?.temperature_centi)
  const humidity = lastOf('humidity', known?.humidity_time, known?.humidity_permille)
  return {
    scale_id: scaleId,
    time: newest,
    weight_grams: weight.value,
    weight_time: weight.at,
    temperature_centi: temperature.value,
    temperature_time: temperature.at,
    humidity_permille: humidity.value,
    humidity_time: humidity.at,
    gain_level_grams: levels?.gainGrams ?? known?.gain_level_grams ?? 0,
    loss_level_grams: levels?.lossGrams ?? known?.loss_level_grams ?? 0,
  }
}

/** The UTC days of some times in order, the latest first. */
function daysOf(times: readonly number[]): number[] {
  const last = dayOf(times.at(-1)!)
  return dayOf(times[0]!) === last ? [last] : [...new Set(times.map(dayOf))].reverse()
}
