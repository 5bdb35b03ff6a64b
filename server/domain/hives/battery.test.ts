import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assessBattery, type BatterySample } from './battery.ts'

const DAY = 86_400
const now = Date.parse('2026-05-20T18:00:00Z') / 1000

/** One sample an hour; `millivolts` by the days since the first one. */
function hourly(days: number, millivolts: (day: number, hour: number) => number): BatterySample[] {
  return Array.from({ length: days * 24 }, (_, hour) => ({
    time: now - days * DAY + (hour + 1) * 3600,
    millivolts: Math.round(millivolts(hour / 24, hour % 24)),
  }))
}

test.each([
  ['full and steady', hourly(14, () => 3950), { state: 'fine', daysLeft: null }],
  ['slowly falling, months left', hourly(14, (day) => 3950 - 3 * day), { state: 'fine' }],
  ['falling to the bar within a week', hourly(14, (day) => 3900 - 25 * day), { state: 'low', daysLeft: 6 }],
  ['falling to the bar in nine days', hourly(14, (day) => 3900 - 22 * day), { state: 'unclear' }],
  ['under the bar', hourly(14, () => 3380), { state: 'low', millivolts: 3380, daysLeft: 0 }],
  ['just above the bar and steady', hourly(14, () => 3420), { state: 'unclear', daysLeft: null }],
  ['solar: low every night, full every noon', hourly(14, (_, hour) => (hour < 6 ? 3390 : 3900)), { state: 'fine' }],
  ['one wrong sample', [...hourly(14, () => 3900), { time: now, millivolts: 1200 }], { state: 'fine' }],
  ['one bad day among good ones', hourly(14, (day) => (day > 6 && day < 7 ? 3450 : 3900)), { state: 'fine' }],
  ['charged anew', hourly(14, (day) => (day < 12 ? 3700 - 20 * day : 4100)), { state: 'fine' }],
  ['two days are no trend', hourly(2, (day) => 3700 - 100 * day), { state: 'fine', hasTrend: false }],
  ['nothing for days', hourly(14, () => 3300).map((s) => ({ ...s, time: s.time - 4 * DAY })), { state: 'unclear' }],
  ['exactly at the bar', hourly(14, () => 3400), { state: 'low', daysLeft: 0 }],
  ['just enough to be fine', hourly(14, () => 3450), { state: 'fine', daysLeft: null }],
  ['four days are a trend', hourly(4, (day) => 3700 - 40 * day), { state: 'low', hasTrend: true }],
  ['charged two weeks ago', [...hourly(20, (day) => (day < 6 ? 4100 : 3700))], { state: 'fine', daysLeft: null }],
  [
    'nothing for two days',
    hourly(14, () => 3300).filter(({ time }) => time < now - 2 * DAY),
    { state: 'low', millivolts: 3300 },
  ],
  ['nothing at all', [], { state: 'unclear', millivolts: 0, daysLeft: null }],
])('%s', (_, samples, expected) => {
  expect(assessBattery(samples, now)).toMatchObject(expected)
})

test.each(Array.from({ length: 24 }, (_, hour) => hour))(
  'a battery that runs low by night and is full by noon is fine at %i:30 UTC, too',
  (hour) => {
    const at = Date.parse('2026-05-20T00:30:00Z') / 1000 + hour * 3600
    const samples = Array.from({ length: 14 * 24 }, (_, ago) => {
      const time = at - ago * 3600
      return { time, millivolts: (time / 3600) % 24 < 6 ? 3390 : 3900 }
    })
    expect(assessBattery(samples, at)).toMatchObject({ state: 'fine', millivolts: 3900 })
  },
)

test('the order of samples does not matter, and future ones are ignored', () => {
  const samples = hourly(14, (day, hour) => 3800 - 20 * day + hour)
  fc.assert(
    fc.property(fc.shuffledSubarray(samples, { minLength: samples.length }), (shuffled) => {
      const future = { time: now + 10, millivolts: 100 }
      expect(assessBattery([future, ...shuffled], now)).toEqual(assessBattery(samples, now))
    }),
    { numRuns: 20 },
  )
})
