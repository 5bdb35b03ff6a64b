import { describe, expect, it } from 'vitest'
import { DAY_SECONDS, HOUR_SECONDS } from '../../platform/durations.ts'
import { clipTile, clipTileByBegin } from './tile-clip.ts'
import { decodeTile, encodeTile } from './tile-codec.ts'
import { mergeRaw } from './tile-merge.ts'
import { replaceDays, rollUpDay, rollUpHour } from './tile-roll-up.ts'
import { emptyCoarseTile, emptyRawTile, type Tile } from './timeline-tile.ts'

const day = Date.UTC(2026, 4, 10) / 1000
/** A day with a reading every 20 minutes; temperatures only in the first hour. */
const raw = mergeRaw(emptyRawTile(day), {
  length: 72,
  time: Array.from({ length: 72 }, (_, i) => day + i * 1200),
  columns: {
    weight: Array.from({ length: 72 }, (_, i) => 40_000 + i),
    temperature: Array.from({ length: 72 }, (_, i) => (i < 3 ? 3400 : Number.NaN)),
  },
}).tile
const hours = replaceDays(emptyCoarseTile('hour', day), [{ day: day, buckets: rollUpHour(raw) }])
const days = replaceDays(emptyCoarseTile('day', day), [{ day: day, buckets: rollUpDay(raw) }])

const times = (tile: Tile) => Array.from(tile.time, (offset) => tile.from + offset - day)
const again = (tile: Tile) => decodeTile(encodeTile(tile))

describe('readings', () => {
  it('are kept from the first second of the span to the last before its end', () => {
    const clipped = again(clipTile(raw, day + 1200, day + 3600))
    expect(times(clipped)).toEqual([1200, 2400])
    expect(clipped.columns).toMatchObject({
      weight: Int32Array.of(40_001, 40_002),
      temperature: Int32Array.of(3400, 3400),
    })
  })

  it('without a temperature leave no such column', () => {
    expect(again(clipTile(raw, day + 3600, day + 7200)).columns).toEqual({
      weight: Int32Array.of(40_003, 40_004, 40_005),
    })
  })

  it('outside of the span leave an empty tile', () => {
    for (const [from, to] of [
      [0, day],
      [day + DAY_SECONDS, day + 2 * DAY_SECONDS],
      [day + 1201, day + 2400],
    ] as const) {
      expect(again(clipTile(raw, from, to))).toMatchObject({ length: 0, columns: {} })
    }
  })
})

describe('buckets', () => {
  it('are kept only if they are completely in the span, since their values come from all of it', () => {
    const clipped = again(clipTile(hours, day + 1, day + 3 * HOUR_SECONDS - 1))
    expect(times(clipped)).toEqual([HOUR_SECONDS])
    expect(clipped.columns).toMatchObject({
      weightMin: Int32Array.of(40_003),
      weightMax: Int32Array.of(40_005),
      weightLast: Int32Array.of(40_005),
      weightStart: Int32Array.of(40_003),
    })
    expect(times(clipTile(hours, day, day + 2 * HOUR_SECONDS))).toEqual([0, HOUR_SECONDS])
    expect(clipTile(days, day + 1, day + DAY_SECONDS).length).toBe(0)
    expect(clipTile(days, day, day + DAY_SECONDS - 1).length).toBe(0)
  })
})

it('buckets clipped by their start are in exactly one of two spans that meet within them', () => {
  const middle = day + 3 * HOUR_SECONDS + 900
  const [first, second] = [clipTileByBegin(hours, day, middle), clipTileByBegin(hours, middle, day + DAY_SECONDS)]
  expect(times(first).at(-1)).toBe(3 * HOUR_SECONDS)
  expect([...times(first), ...times(second)]).toEqual(times(hours))
})

it('a tile within the span stays as it is', () => {
  for (const tile of [raw, hours, days]) expect(clipTile(tile, day, day + DAY_SECONDS)).toBe(tile)
})
