import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DAY_SECONDS, HOUR_SECONDS } from '../../platform/durations.ts'
import { encodeTile } from './tile-codec.ts'
import { mergeRaw, type NewReadings, splitByDay } from './tile-merge.ts'
import { replaceDays, rollUpDay, rollUpHour } from './tile-roll-up.ts'
import { ABSENT, type CoarseTile, emptyCoarseTile, emptyRawTile, type RawTile, TileError } from './timeline-tile.ts'

const day = Date.UTC(2026, 4, 10) / 1000

type Row = { time: number; weight: number; temperature: number }

const readings = (rows: Row[]): NewReadings => ({
  length: rows.length,
  time: rows.map((row) => row.time),
  columns: { weight: rows.map((row) => row.weight), temperature: rows.map((row) => row.temperature) },
})

const tileOf = (rows: Row[]): RawTile => mergeRaw(emptyRawTile(day), readings(rows)).tile

test('the first reading of a time stays, and new ones are reported', () => {
  const stored = tileOf([{ time: day + 600, weight: 43_000, temperature: Number.NaN }])
  const { tile, added, isNew } = mergeRaw(
    stored,
    readings([
      { time: day + 1200, weight: 43_020, temperature: 2_000 },
      { time: day + 600, weight: 99_000, temperature: 2_100 },
      { time: day, weight: 42_990, temperature: ABSENT },
      { time: day + 1200, weight: 1, temperature: 1 },
    ]),
  )
  expect([added, ...isNew]).toEqual([2, 1, 0, 1, 0])
  expect([...tile.time]).toEqual([0, 600, 1200])
  expect([...tile.columns.weight!]).toEqual([42_990, 43_000, 43_020])
  expect([...tile.columns.temperature!]).toEqual([ABSENT, ABSENT, 2_000])
  expect(mergeRaw(tile, readings([{ time: day, weight: 1, temperature: 1 }])).tile).toBe(tile)
})

test('a reading of another day, or with a fractional second, is refused', () => {
  for (const time of [day - 1, day + DAY_SECONDS, day + 0.5, Number.NaN]) {
    expect(() => tileOf([{ time, weight: 1, temperature: 1 }])).toThrow(TileError)
  }
})

test('an hour has last, minimum, maximum and mean; hours without readings are left out', () => {
  const tile = tileOf([
    { time: day + 0, weight: 1_000, temperature: 2_000 },
    { time: day + 600, weight: 900, temperature: 2_101 },
    { time: day + 1200, weight: 1_002, temperature: Number.NaN },
    { time: day + 1800, weight: Number.NaN, temperature: Number.NaN },
    { time: day + 5 * HOUR_SECONDS, weight: Number.NaN, temperature: 1_500 },
  ])
  const hours = rollUpHour(tile)
  expect([...hours.time]).toEqual([day, day + 5 * HOUR_SECONDS])
  expect(hours.columns).toEqual({
    weightLast: Int32Array.of(1_002, ABSENT),
    weightMin: Int32Array.of(900, ABSENT),
    weightMax: Int32Array.of(1_002, ABSENT),
    weightMean: Int32Array.of(967, ABSENT),
    temperature: Int32Array.of(2_051, 1_500),
    weightStart: Int32Array.of(1_000, ABSENT),
  })
  expect(rollUpDay(tile).columns).toMatchObject({ weightLast: Int32Array.of(1_002), temperature: Int32Array.of(1_867) })
  expect(rollUpDay(emptyRawTile(day)).length).toBe(0)
})

test('buckets of another day are refused', () => {
  const buckets = rollUpHour(tileOf([{ time: day, weight: 1, temperature: 1 }]))
  const month = emptyCoarseTile('hour', day)
  expect(() => replaceDays(month, [{ day: day + DAY_SECONDS, buckets }])).toThrow(TileError)
  expect(() => replaceDays(month, [{ day: day - DAY_SECONDS, buckets }])).toThrow(TileError)
})

/** Folds batches in the order they arrive: each affected day is merged, rolled up and put into its month and year. */
function fold(batches: Row[][]): Uint8Array[] {
  const raws = new Map<number, RawTile>()
  let month: CoarseTile = emptyCoarseTile('hour', day)
  let year: CoarseTile = emptyCoarseTile('day', day)
  for (const batch of batches) {
    for (const [from, rows] of splitByDay(batch.map((row) => row.time))) {
      const raw = mergeRaw(raws.get(from) ?? emptyRawTile(from), readings(rows.map((row) => batch[row]!))).tile
      raws.set(from, raw)
      month = replaceDays(month, [{ day: from, buckets: rollUpHour(raw) }])
      year = replaceDays(year, [{ day: from, buckets: rollUpDay(raw) }])
    }
  }
  const days = [...raws.entries()].sort(([a], [b]) => a - b).map(([, raw]) => encodeTile(raw))
  return [...days, encodeTile(month), encodeTile(year)]
}

test('any order and any batching of readings gives the same bytes as all at once', () => {
  const row = fc.record({
    time: fc.integer({ min: 0, max: 3 * 144 - 1 }).map((step) => day + step * 600),
    weight: fc.oneof(fc.integer({ min: 20_000, max: 90_000 }), fc.constant(Number.NaN)),
    temperature: fc.oneof(fc.integer({ min: -2_000, max: 4_000 }), fc.constant(ABSENT)),
  })
  const rows = fc.uniqueArray(row, { selector: (one) => one.time, minLength: 1, maxLength: 120 })
  const shuffled = rows.chain((list) =>
    fc.tuple(
      fc.constant(list),
      fc.shuffledSubarray(list, { minLength: list.length }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 }),
    ),
  )
  fc.assert(
    fc.property(shuffled, ([list, mixed, sizes]) => {
      const batches: Row[][] = []
      for (let at = 0, turn = 0; at < mixed.length; turn++) {
        const size = sizes[turn % sizes.length]!
        batches.push([...mixed.slice(at, at + size), ...mixed.slice(0, 3)])
        at += size
      }
      expect(fold(batches)).toEqual(fold([list]))
    }),
  )
})

test('replacing several days at once equals replacing them one by one, whatever was there', () => {
  const rows = fc.array(fc.record({ step: fc.nat(143), weight: fc.integer({ min: 20_000, max: 90_000 }) }), {
    maxLength: 5,
  })
  const days = fc.uniqueArray(fc.record({ number: fc.nat(21), rows }), { selector: (one) => one.number, maxLength: 6 })
  const buckets = ({ number, rows }: { number: number; rows: { step: number; weight: number }[] }) => {
    const from = day + (number - 9) * DAY_SECONDS
    const all = rows.map(({ step, weight }) => ({ time: from + step * 600, weight, temperature: ABSENT }))
    const raw = mergeRaw(emptyRawTile(from), readings(all)).tile
    return { day: from, buckets: rollUpHour(raw) }
  }
  fc.assert(
    fc.property(days, days, (before, after) => {
      const month = before
        .map(buckets)
        .reduce((tile, one) => replaceDays(tile, [one]), emptyCoarseTile('hour', day) as CoarseTile)
      const oneByOne = after.map(buckets).reduce((tile, one) => replaceDays(tile, [one]), month)
      const together = after.map(buckets).sort((a, b) => a.day - b.day)
      expect(encodeTile(replaceDays(month, together))).toEqual(encodeTile(oneByOne))
      if (together.length > 1) expect(() => replaceDays(month, together.reverse())).toThrow(TileError)
    }),
  )
})
