import type { HourWeights } from '#domain/hives/hour-weights.ts'
import { ABSENT } from '#domain/hives/tiles/timeline-tile.ts'
import { broughtBefore, type Jump } from '#domain/insight/net-weight.ts'
import { HOUR_SECONDS } from '#domain/platform/durations.ts'

/** Returns the hourly weights with the `jumps` made by hand taken out. */
export function netHours({ time, last, start }: HourWeights, jumps: readonly Jump[]): HourWeights {
  if (jumps.length === 0) return { time, last, start }
  const brought = broughtBefore(jumps)
  const net = (grams: number, readBefore: number) => (grams === ABSENT ? ABSENT : grams - brought(readBefore))
  return {
    time,
    last: last.map((grams, hour) => net(grams, time[hour]! + HOUR_SECONDS)),
    start: start.map((grams, hour) => net(grams, time[hour]! + 1)),
  }
}
