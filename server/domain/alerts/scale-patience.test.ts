import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scalePatience } from './scale-patience.ts'

const HOUR = 3600
const DAY = 24 * HOUR

/** The hours of some days in which a scale measured, by the hour of the day. */
const measured = (days: number, measures: (hour: number, day: number) => boolean): number[] =>
  Array.from({ length: days * 24 }, (_, hour) => hour)
    .filter((hour) => measures(hour % 24, Math.floor(hour / 24)))
    .map((hour) => hour * HOUR)

test.each([
  ['every hour', measured(14, () => true), 1, 3],
  ['every hour, with a transmitter that sends every six', measured(14, () => true), 6, 13],
  ['once a day, beside a thermometer that measures every hour', measured(14, (hour) => hour === 6), 1, 49],
  ['by day only', measured(14, (hour) => hour >= 6 && hour <= 20), 1, 21],
  ['every hour, except for two outages', measured(14, (_, day) => day !== 4 && day !== 9), 1, 3],
  ['with two hours left out every night', measured(14, (hour) => hour < 2 || hour > 3), 1, 7],
])('a scale that measures %s may be silent for that long', (_, hours, interval, expected) => {
  expect(scalePatience(hours, interval)).toBe(expected * HOUR)
})

test.each([
  ['never measured', []],
  ['measured once', [0]],
  ['was set up two days ago', measured(3, () => true).slice(0, 72)],
  ['was tried twice, days apart', [0, 7 * DAY]],
  ['measures once in four days', [0, 4 * DAY, 8 * DAY]],
])('the habits of a scale that %s are not known', (_, hours) => {
  expect(scalePatience(hours, 1)).toBeUndefined()
})

test('two outages do not make a scale that measures regularly more patient', () => {
  const outage = fc.record({ from: fc.integer({ min: 1, max: 300 }), hours: fc.integer({ min: 1, max: 96 }) })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 24 }),
      fc.integer({ min: 1, max: 6 }),
      fc.array(outage, { maxLength: 2 }),
      (spacing, interval, outages) => {
        const isOut = (hour: number) => outages.some(({ from, hours }) => hour >= from && hour < from + hours)
        const hours = Array.from({ length: 28 * 24 }, (_, hour) => hour)
          .filter((hour) => hour % spacing === 0 && !isOut(hour))
          .map((hour) => hour * HOUR)
        expect(scalePatience(hours, interval)).toBe((2 * Math.max(spacing, interval) + 1) * HOUR)
      },
    ),
  )
})
