import { expect, test } from 'vitest'
import type { HourWeights } from '#domain/hives/hour-weights.ts'
import { DEFAULT_ZONE, localMidnights } from '#domain/hives/local-midnight.ts'
import { ABSENT } from '#domain/hives/tiles/timeline-tile.ts'
import { midnightValues } from './midnight-values.ts'

const seconds = (text: string): number => Date.parse(text) / 1000
const midnights = localMidnights(DEFAULT_ZONE, seconds('2026-03-27T23:00:00Z'), seconds('2026-03-30T22:00:00Z'))

const hours = (rows: [time: string, last: number, start?: number][]): HourWeights => ({
  time: rows.map(([time]) => seconds(time)),
  last: rows.map(([, last]) => last),
  start: rows.map(([, , start]) => start ?? ABSENT),
})

test('the weight at midnight follows daylight saving time', () => {
  const values = midnightValues(
    hours([
      ['2026-03-27T22:00:00Z', 40_000],
      ['2026-03-27T23:00:00Z', 40_100],
      ['2026-03-28T22:00:00Z', 41_000],
      ['2026-03-28T23:00:00Z', 41_100],
      ['2026-03-29T21:00:00Z', 42_000],
      ['2026-03-29T22:00:00Z', 42_500],
      ['2026-03-30T21:00:00Z', 41_900],
    ]),
    midnights,
  )
  expect(values).toEqual([
    { date: '2026-03-28', weight: 40, delta: null },
    { date: '2026-03-29', weight: 41, delta: 1 },
    { date: '2026-03-30', weight: 42, delta: 1 },
    { date: '2026-03-31', weight: 41.9, delta: -0.1 },
  ])
})

test.each<[string, [string, number, number?][], number | null]>([
  [
    'the reading of midnight itself is taken before the one before it',
    [
      ['2026-03-27T22:00:00Z', 40_000],
      ['2026-03-27T23:00:00Z', 40_900, 40_010],
    ],
    40.01,
  ],
  ['a reading after midnight does not count', [['2026-03-27T23:00:00Z', 40_900]], null],
  ['the last of six hours counts', [['2026-03-27T17:00:00Z', 40_500]], 40.5],
  ['older ones do not', [['2026-03-27T16:00:00Z', 40_500]], null],
  [
    'an hour without a weight is passed over',
    [
      ['2026-03-27T20:00:00Z', 40_500],
      ['2026-03-27T22:00:00Z', ABSENT],
    ],
    40.5,
  ],
])('%s', (_, rows, expected) => {
  expect(midnightValues(hours(rows), midnights)[0]).toEqual({ date: '2026-03-28', weight: expected, delta: null })
})

test('a gap has no weight, and no difference spans it', () => {
  const values = midnightValues(
    hours([
      ['2026-03-27T22:00:00Z', 40_000],
      ['2026-03-29T21:00:00Z', 42_000],
    ]),
    midnights,
  )
  expect(values.map(({ weight, delta }) => [weight, delta])).toEqual([
    [40, null],
    [null, null],
    [42, null],
    [null, null],
  ])
})
