import { expect, test } from 'vitest'
import { decodeTile, encodeTile } from '#domain/tile-codec.ts'
import { ABSENT, DAY_SECONDS, emptyCoarseTile } from '#domain/timeline-tile.ts'
import { dayWeights, type RegionHive, regionMeans } from './region-means.ts'

const limits = { leastMass: 8_000, mostDelta: 5_000 }
const hive = (ownerId: number, weights: number[], regionId = 1): RegionHive => ({
  regionId,
  ownerId,
  weights: Int32Array.from(weights),
})
const means = (hives: RegionHive[], days: number) => regionMeans(hives, days, limits)

test('the mean counts from three hives of three owners on, day by day', () => {
  const three = [
    hive(1, [40_000, 41_000, 42_000]),
    hive(2, [30_000, 30_500, ABSENT]),
    hive(3, [50_000, 49_700, 50_000]),
  ]
  expect(means(three, 2)).toEqual([{ regionId: 1, gainsGrams: [400, null] }])
})

test('three hives of two owners tell too much', () => {
  const two = [hive(1, [40_000, 41_000]), hive(1, [30_000, 30_500]), hive(3, [50_000, 49_700])]
  expect(means(two, 1)).toEqual([])
})

test.each([
  ['an empty hive', [7_900, 8_100]],
  ['a day on which honey was taken', [60_000, 54_000]],
  ['a silent one', [ABSENT, 40_000]],
])('%s does not count', (_what, weights) => {
  const others = [hive(1, [40_000, 40_100]), hive(2, [40_000, 40_200]), hive(3, [40_000, 40_300])]
  expect(means([...others, hive(4, weights)], 1)).toEqual([{ regionId: 1, gainsGrams: [200] }])
  expect(means([...others.slice(1), hive(4, weights)], 1)).toEqual([])
})

test('each region has its own mean', () => {
  const hives = [1, 2].flatMap((region) =>
    [1, 2, 3].map((owner) => hive(owner, [40_000, 40_000 + region * 100], region)),
  )
  expect(means(hives, 1)).toEqual([
    { regionId: 1, gainsGrams: [100] },
    { regionId: 2, gainsGrams: [200] },
  ])
})

test('the weights of days come from day tiles, over the turn of a year too', () => {
  const tile = (year: number, days: [number, number][]) => {
    const empty = emptyCoarseTile('day', Date.UTC(year, 0) / 1000)
    const grams = Int32Array.from(days.map(([, weight]) => weight))
    const columns = { weightLast: grams, weightMin: grams, weightMax: grams, weightMean: grams }
    const time = Int32Array.from(days.map(([day]) => day * DAY_SECONDS))
    return decodeTile(encodeTile({ ...empty, length: days.length, time, columns }), ['weightLast'])
  }
  const tiles = [
    tile(2025, [
      [363, 1],
      [364, 2],
    ]),
    tile(2026, [
      [0, 3],
      [2, 5],
    ]),
  ]
  expect([...dayWeights(tiles, '2026-01-01', '2026-01-03')]).toEqual([2, 3, ABSENT, 5])
  expect([...dayWeights([], '2026-01-01', '2026-01-01')]).toEqual([ABSENT, ABSENT])
})
