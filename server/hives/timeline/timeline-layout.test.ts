import { crc32 } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { mergeRaw } from '#domain/hives/tiles/tile-merge.ts'
import { replaceDays, rollUpHour } from '#domain/hives/tiles/tile-roll-up.ts'
import { ABSENT, emptyCoarseTile, emptyRawTile } from '#domain/hives/tiles/timeline-tile.ts'
import { tileDecoder } from './timeline-layout.ts'

type Decoded = { level: number; from: number; time: number[]; groups: (number | null)[][][] }
const decode = new Function('bytes', `${tileDecoder}\nreturn decodeTile(bytes)`) as (bytes: Uint8Array) => Decoded

const from = Date.UTC(2026, 4, 10) / 1000
const rows = Array.from({ length: 100 }, (_, i) => i)
const { tile } = mergeRaw(emptyRawTile(from), {
  length: rows.length,
  time: rows.map((i) => from + i * 600 + (i > 50 ? 7 : 0)),
  columns: {
    weight: rows.map((i) => (i % 7 === 0 ? ABSENT : 43_000 + ((i * 7919) % 300) - (i === 60 ? 60_000 : 0))),
    temperature: rows.map((i) => -10 * (i % 40)),
    signal: rows.map(() => -71),
  },
})
const nullable = (values: Int32Array) => Array.from(values, (value) => (value === ABSENT ? null : value))

test('the printed decoder reads raw tiles', () => {
  const { columns, time } = tile
  expect(decode(encodeTile(tile))).toEqual({
    level: 0,
    from,
    time: Array.from(time, (offset) => from + offset),
    groups: Object.assign([], {
      0: [nullable(columns.weight!)],
      1: [nullable(columns.temperature!)],
      4: [nullable(columns.signal!)],
    }),
  })
})

test('a tile ends with the CRC-32 of zlib', () => {
  const bytes = encodeTile(tile)
  expect(bytes[0]! >> 4).toBe(2)
  expect(new DataView(bytes.buffer).getUint32(bytes.length - 4, true)).toBe(crc32(bytes.subarray(0, -4)))
})

test('the printed decoder reads hour tiles, with weights as distances', () => {
  const hours = replaceDays(emptyCoarseTile('hour', from), [{ day: from, buckets: rollUpHour(tile) }])
  const { weightLast, weightMin, weightStart } = hours.columns
  const { groups, time } = decode(encodeTile(hours))
  const [last, belowLast] = groups[0]!
  expect(time).toEqual(Array.from(hours.time, (offset) => hours.from + offset))
  expect(last).toEqual([...weightLast!])
  expect(last!.map((grams, i) => grams! - belowLast![i]!)).toEqual([...weightMin!])
  expect(groups[5]).toEqual([nullable(weightStart!)])
})
