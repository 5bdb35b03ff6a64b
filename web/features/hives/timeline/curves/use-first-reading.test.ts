import { expect, it } from 'vitest'
import { encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { type CoarseTile, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { createTileMemory } from '../tiles/tile-memory.ts'
import { firstReading } from './use-first-reading.ts'

const DAY = 86_400
const year = (of: number) => tileSpan('day', Date.UTC(of, 5, 1) / 1000)

function dayTile(from: number, days: number[]): CoarseTile {
  const weight = Int32Array.from(days, () => 7000)
  const columns = { weightLast: weight, weightMin: weight, weightMax: weight, weightMean: weight }
  return { level: 'day', from, length: days.length, time: Int32Array.from(days, (day) => day * DAY), columns }
}

it('the first reading of several series is the earliest day of any, undefined if there is none', async () => {
  const tiles = [
    { seriesId: 1, tile: dayTile(year(2024).from, [60, 61]) },
    { seriesId: 1, tile: dayTile(year(2025).from, [0]) },
    { seriesId: -3, tile: dayTile(year(2025).from, [10]) },
  ].map(({ seriesId, tile }) => ({ seriesId, from: tile.from, revision: 1, bytes: encodeTile(tile) }))
  const memory = createTileMemory(async ({ level }) => ({
    container: { level, cursor: 1, tiles },
    confirmedAt: 0,
    partial: false,
  }))
  const span = { from: year(2016).from, to: year(2026).to }
  expect(firstReading(memory, [1, -3], span)).toBeUndefined()
  await memory.load([1, -3, 7], 'day', span, new AbortController().signal)
  expect(firstReading(memory, [1, -3, 7], span)).toBe(year(2024).from + 60 * DAY)
  expect(firstReading(memory, [-3], span)).toBe(year(2025).from + 10 * DAY)
  expect(firstReading(memory, [7], span)).toBeUndefined()
})
