import { type HourWeights, weightAt } from '../hives/hour-weights.ts'
import type { LocalMidnight } from '../hives/local-midnight.ts'
import { HOUR_SECONDS } from '../platform/durations.ts'
import { median } from '../platform/median.ts'
import { foragerMass } from './forager-mass.ts'
import type { HintHive } from './hint.ts'

/** A hive that was silent for longer than this before midnight has no weight at midnight. */
const SILENCE_SECONDS = 6 * HOUR_SECONDS

/** Temperatures by hour, in order: `time` is the start of the hour in epoch seconds. */
export type HourTemperatures = { time: number[]; celsius: number[] }

/** Derives the days of one hive from its hours, as weighed (`gross`) and without changes by hand (`net`). */
export function hintDays(
  { gross, net }: { gross: HourWeights; net: HourWeights },
  midnights: readonly LocalMidnight[],
): Pick<HintHive, 'gross' | 'net' | 'foragers'> {
  return {
    gross: midnights.map(({ time }) => weightAt(gross, time, SILENCE_SECONDS)),
    net: midnights.map(({ time }) => weightAt(net, time, SILENCE_SECONDS)),
    foragers: midnights.map(({ time }, at) => (at === 0 ? null : foragerMass(net, midnights[at - 1]!.time, time))),
  }
}

/** Returns the temperature at each midnight: the median of the values measured at the places in the two hours before; null if there are none. */
export function celsiusAt(places: readonly HourTemperatures[], midnights: readonly LocalMidnight[]): (number | null)[] {
  const found = places.map(({ time, celsius }) => new Map(time.map((hour, at) => [hour, celsius[at]!])))
  return midnights.map(({ time }) => {
    const hour = time - (time % HOUR_SECONDS)
    return median(found.flatMap((one) => one.get(hour - HOUR_SECONDS) ?? one.get(hour - 2 * HOUR_SECONDS) ?? []))
  })
}
