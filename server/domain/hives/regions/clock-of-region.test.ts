import { expect, test } from 'vitest'
import { offsetOf } from '../local-midnight.ts'
import { clockOfRegion } from './clock-of-region.ts'

const seconds = Date.parse('2026-07-10T00:00:00Z') / 1000

test.each([
  ['in Switzerland', 1, 'Europe/Zurich', 'Europe/Zurich', 2],
  ['in Tucson, for somebody in Switzerland', -7, 'Europe/Zurich', '-07:00', -7],
  ['in Sydney', 10, 'Australia/Sydney', 'Australia/Sydney', 10],
  ['on the line of the date', 14, 'Europe/Zurich', '+14:00', 14],
  ['in Greenwich', 0, 'Europe/Zurich', 'UTC', 0],
])('%s', (_, utcOffsetHours, timeZone, name, hours) => {
  const clock = clockOfRegion(utcOffsetHours, timeZone, seconds)
  expect(clock).toBe(name)
  expect(offsetOf({ timeZone: clock })(seconds)).toBe(hours * 3600)
})
