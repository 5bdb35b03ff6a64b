import type { HourWeights } from '#domain/hour-weights.ts'
import { broughtBefore, type Jump } from '#domain/net-weight.ts'
import { ABSENT, HOUR_SECONDS } from '#domain/timeline-tile.ts'

/** The weights by hour without what `jumps` by hand brought or took. */
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
