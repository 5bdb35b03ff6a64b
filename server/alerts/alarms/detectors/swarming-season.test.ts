import { expect, test } from 'vitest'
import { isSwarmingSeason } from './swarming-season.ts'

const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1)

test.each([
  ['Zurich', 47.4, [4, 5, 6, 7]],
  ['Atlanta', 33.7, [3, 4, 5, 6, 7]],
  ['Hobart', -42.9, [1, 10, 11, 12]],
  ['Sydney', -33.9, [1, 9, 10, 11, 12]],
  ['Nairobi', -1.3, MONTHS],
  ['a place that nobody named', null, MONTHS],
])('in %s', (_, latitude, months) => {
  const found = MONTHS.filter((month) => isSwarmingSeason(Date.UTC(2026, month - 1, 15) / 1000, latitude))
  expect(found).toEqual(months)
})
