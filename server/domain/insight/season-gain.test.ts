import { describe, expect, test } from 'vitest'
import { changesOfDays, type DayWeight } from '../hives/day-weight.ts'
import { bestDays } from './best-days.ts'
import { ranksOf, seasonGain } from './season-gain.ts'

/** Midnights from 27 February 2028 on, in a leap year. */
const dates = ['2028-02-27', '2028-02-28', '2028-02-29', '2028-03-01', '2028-03-02', '2028-03-03']
const midnights = (...grams: (number | null)[]): DayWeight[] =>
  grams.map((value, day) => ({ date: dates[day]!, grams: value }))

describe('the change of a day', () => {
  test.each([
    ['lies between its midnight and the next', midnights(30_000, 30_400, 30_250), [400, -150]],
    ['belongs to 29 February too', midnights(30_000, 30_000, 30_100, 30_700), [0, 100, 600]],
    ['is not known beside a gap', midnights(30_000, null, 31_000, 31_200), [null, null, 200]],
    ['needs two midnights', midnights(30_000), []],
  ])('%s', (_, days, changes) => {
    expect(changesOfDays(days).map(({ grams }) => grams)).toEqual(changes)
    expect(changesOfDays(days).map(({ date }) => date)).toEqual(dates.slice(0, changes.length))
  })
})

test.each([
  ['from the first to the last midnight', midnights(30_000, 30_400, 30_250, 33_000), { grams: 3000, days: 3 }],
  ['over a gap', midnights(30_000, null, null, 33_000), { grams: 3000, days: 3 }],
  ['from the first that is known to the last', midnights(null, 30_400, 29_900, null), { grams: -500, days: 1 }],
  ['unknown with one midnight', midnights(null, 30_400, null), null],
  ['unknown without any', [], null],
])('the gain of a season is %s', (_, days, gain) => {
  expect(seasonGain(days)).toEqual(gain)
})

test('the best days are the largest gains, the earlier first in case of a tie, without losses', () => {
  // changes: 500, -200, 900, 500, 100
  const changes = changesOfDays(midnights(30_000, 30_500, 30_300, 31_200, 31_700, 31_800))
  expect(bestDays(changes, 3)).toEqual([
    { date: '2028-02-29', grams: 900 },
    { date: '2028-02-27', grams: 500 },
    { date: '2028-03-01', grams: 500 },
  ])
  expect(bestDays(changes, 9)).toHaveLength(4)
})

test.each([
  [
    [12, 30, 5],
    [2, 1, 3],
  ],
  [
    [12, null, 12, 3],
    [1, null, 1, 3],
  ],
  [[], []],
])('gains of %j have the ranks %j', (gains, ranks) => {
  expect(ranksOf(gains)).toEqual(ranks)
})
