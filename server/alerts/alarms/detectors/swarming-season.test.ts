import { expect, test } from 'vitest'
import { isHeightOfSeason, isSwarmingSeason } from './swarming-season.ts'

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

test.each<[string, number | null, string | null, string | null]>([
  ['Zurich', 47.4, '04-16', '07-16'],
  ['Atlanta', 33.7, '03-16', '07-16'],
  ['Sydney', -33.9, '09-16', '01-16'],
  ['Nairobi', -1.3, null, null],
  ['a place that nobody named', null, null, null],
])(
  'in %s most leave from half a month after the season begins until half a month before it ends',
  (_, latitude, from, to) => {
    const days = Array.from({ length: 365 }, (__, day) => Date.UTC(2026, 6, 31 + day, 12) / 1000)
    const found = days.filter((day) => isHeightOfSeason(day, latitude))
    const dayOf = (time: number | undefined) =>
      time === undefined ? null : new Date(time * 1000).toISOString().slice(5, 10)
    expect([dayOf(found[0]), dayOf(found.at(-1))]).toEqual([from, to])
  },
)
