import { expect, test } from 'vitest'
import { spanOf } from './span-of.ts'

test.each([
  [0, 0, 'minute'],
  [45, 45, 'minute'],
  [60, 1, 'hour'],
  [90, 90, 'minute'],
  [1440, 1, 'day'],
  [1500, 25, 'hour'],
  [10_080, 7, 'day'],
])('%i minutes are %i of the unit "%s"', (minutes, span, spanUnit) => {
  expect(spanOf(minutes)).toEqual({ span, spanUnit })
})
