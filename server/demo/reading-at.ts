import { asYearBefore, yearBefore } from './demo-apiary.ts'
import type { ReadyTransmitter } from './fill-apiary.ts'
import { humidityAt, temperatureAt, weightAt } from './simulate-hive.ts'

const UTC_OFFSET_HOURS = 1

/** What the transmitter sends for its hive with index `i` at a time in epoch seconds. */
export function readingAt(transmitter: ReadyTransmitter, i: number, time: number) {
  const isYearBefore = time < transmitter.since
  const hive = isYearBefore ? asYearBefore(transmitter.hives[i]!) : transmitter.hives[i]!
  const since = isYearBefore ? yearBefore(transmitter.since) : transmitter.since
  return {
    time: new Date(time * 1000).toISOString(),
    channel: i + 1,
    weight: weightAt(hive, time, since, UTC_OFFSET_HOURS),
    temperature: temperatureAt(hive, time, since, UTC_OFFSET_HOURS),
    humidity: humidityAt(hive, time),
  }
}
