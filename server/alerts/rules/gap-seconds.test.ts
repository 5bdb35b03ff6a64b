import { expect, test } from 'vitest'
import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import { gapSecondsOf } from './gap-seconds.ts'

test('a rule looks back by two intervals and an hour, and no further than a week if the interval is damaged', () => {
  expect(gapSecondsOf(6)).toBe(13 * HOUR_SECONDS)
  expect(gapSecondsOf(9e15)).toBe(7 * DAY_SECONDS)
})
