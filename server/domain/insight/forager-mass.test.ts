import { describe, expect, test } from 'vitest'
import { type HourWeights, weightAt } from '../hives/hour-weights.ts'
import { localMidnights } from '../hives/local-midnight.ts'
import { ABSENT } from '../hives/tiles/timeline-tile.ts'
import { HOUR_SECONDS } from '../platform/durations.ts'
import { foragerMass } from './forager-mass.ts'
import { nightConsumption } from './night-consumption.ts'

const zone = { timeZone: 'Europe/Zurich' }
/** The local midnight of a day and the next one. */
function bounds(date: string): [number, number] {
  const begin = Date.parse(date) / 1000
  const [midnight, next] = localMidnights(zone, begin - 12 * HOUR_SECONDS, begin + 36 * HOUR_SECONDS).filter(
    (day) => day.date >= date,
  )
  return [midnight!.time, next!.time]
}

/** Readings on the hour, each both the first and the last of its hour: grams by hours since `from`, null if silent. */
const hourly = (from: number, grams: readonly (number | null)[]): HourWeights => ({
  time: grams.map((_, hour) => from + hour * HOUR_SECONDS),
  last: grams.map((value) => value ?? ABSENT),
  start: grams.map((value) => value ?? ABSENT),
})

describe('the weight at a time', () => {
  const hours: HourWeights = { time: [0, 3600, 10_800], last: [100, ABSENT, 300], start: [ABSENT, ABSENT, 250] }
  test.each([
    ['is that of the very second', 10_800, 7200, 250],
    ['is the last before', 7200, 7200, 100],
    ['is not known after too long a silence', 7200, 3600, null],
    ['is the last of an hour that has begun', 10_801, 3600, 300],
    ['is not known before the first', 0, 7200, null],
  ])('%s', (_, time, silence, grams) => {
    expect(weightAt(hours, time, silence)).toBe(grams)
  })
})

describe('a night', () => {
  const [midnight, next] = bounds('2026-06-15')
  const evening = midnight - 2 * HOUR_SECONDS
  test.each([
    // 22:00 40000, 05:00 39580
    ['uses what it weighs less at 05:00', [40_000, 39_950, 39_890, 39_830, 39_760, 39_700, 39_640, 39_580], 420],
    ['has gained by rain', [40_000, 40_000, 40_000, 40_000, 40_000, 40_000, 40_000, 40_300], -300],
    // the reading of 04:00 is used for 05:00
    ['may miss one reading', [40_000, null, null, null, null, null, 39_600, null], 400],
    ['is not known with more missing', [40_000, null, null, null, 39_600], null],
  ])('%s', (_, grams, loss) => {
    expect(nightConsumption(hourly(evening, grams), midnight, next)).toBe(loss)
  })

  test.each([
    // 22:00 to 05:00 is 6 hours in spring and 8 in autumn; 60 g an hour is 420 g in seven hours
    ['in which the clocks go forward', '2026-03-29', 6],
    ['in which the clocks go back', '2026-10-25', 8],
    ['of every other day', '2026-10-26', 7],
  ])('counts seven hours %s', (_, date, hoursLong) => {
    const [begin, end] = bounds(date)
    const from = begin - 2 * HOUR_SECONDS
    const falling = Array.from({ length: 12 }, (_, hour) => 40_000 - 60 * hour)
    expect(end - 19 * HOUR_SECONDS - from).toBe(hoursLong * HOUR_SECONDS)
    expect(nightConsumption(hourly(from, falling), begin, end)).toBe(420)
  })
})

describe('the foragers', () => {
  const [midnight, next] = bounds('2026-06-15')
  /** 00:00 to 05:00 with an evaporation of 20 g an hour, then 06:00 to 13:00. */
  const day = (...morning: (number | null)[]) =>
    hourly(midnight, [40_000, 39_980, 39_960, 39_940, 39_920, 39_900, ...morning])
  test.each([
    // expected at 10:00: 39900 − 5 × 20 = 39800, weighed 39200: 600. At 11:00: 39780 − 39130 = 650, at 12:00: 39760 − 39160 = 600
    [
      'are what is missing against the pace of the night',
      day(39_880, 39_800, 39_600, 39_400, 39_200, 39_130, 39_160, 39_400),
      600,
    ],
    ['are none where nothing dips', day(39_880, 39_860, 39_840, 39_820, 39_800, 39_780, 39_760, 39_740), 0],
    ['are none where the hive gains', day(39_900, 40_000, 40_100, 40_200, 40_300, 40_400, 40_500, 40_600), 0],
    // the spike of 1.35 kg at 09:00 is the largest dip; the second largest is at 11:00: 39780 − 39280 = 500
    ['do not come from one wrong reading', day(39_880, 39_800, 39_600, 38_050, 39_350, 39_280, 39_300, 39_500), 500],
    ['need five readings of the morning', day(39_880, null, null, 39_400, 39_200, 39_130, null, null), null],
    // 07:00 and 08:00 are missing, 12:00 and 13:00 are there: same result as the first case
    ['may miss some', day(39_880, null, null, 39_400, 39_200, 39_130, 39_160, 39_400), 600],
    [
      'are not known without the night',
      hourly(midnight + 6 * HOUR_SECONDS, [39_880, 39_800, 39_600, 39_400, 39_200]),
      null,
    ],
  ])('%s', (_, hours, grams) => {
    expect(foragerMass(hours, midnight, next)).toBe(grams)
  })

  test('are the same on the morning on which the clocks went forward', () => {
    const [begin, end] = bounds('2026-03-29')
    // midnight to 05:00 is four hours of 20 g each, so 39920 at 05:00; at 10:00 39820 is expected and 39320 weighed, twice
    const hours = hourly(
      begin,
      [40_000, 39_980, 39_960, 39_940, 39_920, 39_900, 39_800, 39_600, 39_400, 39_320, 39_300, 39_500, 39_700],
    )
    expect(foragerMass(hours, begin, end)).toBe(500)
  })
})
