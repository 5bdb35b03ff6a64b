import fc from 'fast-check'
import { expect, test } from 'vitest'
import { crc32 } from '../../platform/crc32.ts'
import { DamagedError } from '../../platform/damaged-error.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '../../platform/durations.ts'
import { decodeTile, encodeTile, isSameTile, isWholeTile } from './tile-codec.ts'
import {
  ABSENT,
  type CoarseTile,
  coarseColumnNames,
  emptyCoarseTile,
  type RawTile,
  rawColumnNames,
  type Tile,
  TileError,
  tileSpan,
  tileStarts,
} from './timeline-tile.ts'

const day = Date.UTC(2026, 4, 10) / 1000

const value = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: -30_000, max: 120_000 }) },
  { weight: 2, arbitrary: fc.constant(ABSENT) },
  { weight: 1, arbitrary: fc.integer({ min: ABSENT, max: -ABSENT - 1 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 2147483647, ABSENT + 1) },
)

const rawTile: fc.Arbitrary<RawTile> = fc
  .uniqueArray(fc.integer({ min: 0, max: DAY_SECONDS - 1 }), { maxLength: 200 })
  .chain((times) =>
    fc.record({
      level: fc.constant('raw' as const),
      from: fc.constant(day),
      length: fc.constant(times.length),
      time: fc.constant(Int32Array.from(times.sort((a, b) => a - b))),
      columns: fc.record(
        Object.fromEntries(
          rawColumnNames.map((name) => [
            name,
            fc
              .array(value, { minLength: times.length, maxLength: times.length })
              .map((values) => Int32Array.from(values)),
          ]),
        ),
        { requiredKeys: [] },
      ),
    }),
  )

/** A column without any values is equivalent to no column. */
function withoutEmptyColumns<T extends Tile>(tile: T): T {
  const columns = Object.entries(tile.columns).filter(([, values]) => values.some((number) => number !== ABSENT))
  return { ...tile, columns: Object.fromEntries(columns) }
}

const coarse = (level: 'hour' | 'day', steps: number[], weights: number[]): CoarseTile => ({
  level,
  from: tileSpan(level, day).from,
  length: steps.length,
  time: Int32Array.from(steps, (step) => step * (level === 'hour' ? HOUR_SECONDS : DAY_SECONDS)),
  columns: {
    weightLast: Int32Array.from(weights),
    weightMin: Int32Array.from(weights, (weight) => (weight === ABSENT ? ABSENT : weight - 70)),
    weightMax: Int32Array.from(weights, (weight) => (weight === ABSENT ? ABSENT : weight + 31)),
    weightMean: Int32Array.from(weights, (weight) => (weight === ABSENT ? ABSENT : weight - 12)),
    temperature: Int32Array.from(weights, () => 2150),
    ...(level === 'hour' ? { weightStart: Int32Array.from(weights, (weight, i) => (i % 2 ? ABSENT : weight)) } : {}),
  },
})

test('a tile survives encoding, and encodes to the same bytes again', () => {
  fc.assert(
    fc.property(rawTile, (tile) => {
      const bytes = encodeTile(tile)
      expect(decodeTile(bytes)).toEqual(withoutEmptyColumns(tile))
      expect(encodeTile(decodeTile(bytes))).toEqual(bytes)
    }),
  )
})

test('coarse tiles survive, with gaps and with buckets without a weight', () => {
  for (const tile of [
    coarse('hour', [0, 1, 2, 300, 743], [43_215, 43_230, ABSENT, 51_000, 50_990]),
    coarse('day', [0, 364], [-200, 1_100_000]),
    coarse('day', [], []),
  ]) {
    expect(decodeTile(encodeTile(tile))).toEqual(withoutEmptyColumns(tile))
  }
})

test('only the wanted columns are unpacked', () => {
  fc.assert(
    fc.property(rawTile, (tile) => {
      const { temperature, signal } = withoutEmptyColumns(tile).columns
      const columns = { ...(temperature && { temperature }), ...(signal && { signal }) }
      expect(decodeTile(encodeTile(tile), ['temperature', 'signal'])).toEqual({ ...tile, columns })
    }),
  )
})

test('the last weight of a bucket is unpacked alone, the other weights together with it', () => {
  const tile = coarse('hour', [0, 1, 2], [43_215, ABSENT, 51_000])
  const { weightLast, weightStart, weightMin, weightMax, weightMean } = tile.columns
  const bytes = encodeTile(tile)
  expect(decodeTile(bytes, ['weightLast', 'weightStart']).columns).toEqual({ weightLast, weightStart })
  expect(decodeTile(bytes, ['weightMax']).columns).toEqual({ weightLast, weightMin, weightMax, weightMean })
})

test('a day at 10 minutes with noise takes under 3.6 bytes a reading', () => {
  let seed = 7
  const noise = (spread: number) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
    return Math.round((seed / 2 ** 32 - 0.5) * spread)
  }
  const column = (start: number, swing: number, spread: number) =>
    Int32Array.from({ length: 144 }, (_, i) => start + Math.round(swing * Math.sin(i / 23)) + noise(spread))
  const tile: RawTile = {
    level: 'raw',
    from: day,
    length: 144,
    time: Int32Array.from({ length: 144 }, (_, i) => i * 600),
    columns: { weight: column(43_000, 400, 40), temperature: column(2_000, 600, 40), humidity: column(600, 80, 12) },
  }
  expect(encodeTile(tile).length / 144).toBeLessThan(3.6)
})

test('regular times and constant values cost a few bytes', () => {
  const length = DAY_SECONDS / 60
  const time = Int32Array.from({ length }, (_, i) => i * 60)
  const columns = { weight: new Int32Array(length).fill(43_215) }
  expect(encodeTile({ level: 'raw', from: day, length, time, columns }).length).toBeLessThan(20)
})

test('values in steps of ten cost as little as in steps of one', () => {
  const length = 144
  const time = Int32Array.from({ length }, (_, i) => i * 600)
  const weight = Int32Array.from({ length }, (_, i) => 4_000 + ((i * 7919) % 64))
  const size = (factor: number) =>
    encodeTile({ level: 'raw', from: day, length, time, columns: { weight: weight.map((x) => x * factor) } }).length
  expect(size(10) - size(1)).toBeLessThan(3)
})

/** The bytes as the previous version wrote them. */
const withoutChecksum = (bytes: Uint8Array) => Uint8Array.of(bytes[0]! - 0x10, ...bytes.subarray(1, -4))

test('every flipped bit is detected', () => {
  fc.assert(
    fc.property(rawTile, (tile) => {
      const bytes = encodeTile(tile)
      for (let bit = 0; bit < bytes.length * 8; bit++) {
        bytes[bit >> 3]! ^= 1 << (bit & 7)
        expect(() => decodeTile(bytes)).toThrow(DamagedError)
        expect(() => decodeTile(bytes, [])).toThrow(DamagedError)
        expect(isWholeTile(bytes)).toBe(false)
        bytes[bit >> 3]! ^= 1 << (bit & 7)
      }
      expect(isWholeTile(bytes)).toBe(true)
    }),
    { numRuns: 20 },
  )
  for (const tile of [
    coarse('hour', [0, 1, 2, 300, 743], [43_215, 43_230, ABSENT, 51_000, 50_990]),
    coarse('day', [], []),
  ]) {
    const bytes = encodeTile(tile)
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const flipped = Uint8Array.from(bytes)
      flipped[bit >> 3]! ^= 1 << (bit & 7)
      expect(() => decodeTile(flipped)).toThrow(DamagedError)
    }
  }
})

test('truncated, swapped or overwritten bytes are detected', () => {
  fc.assert(
    fc.property(rawTile, fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 8 }), (tile, at, other) => {
      const bytes = encodeTile(tile)
      expect(() => decodeTile(bytes.subarray(0, at % bytes.length))).toThrow(DamagedError)
      const over = Uint8Array.from(bytes)
      over.set(other.subarray(0, bytes.length - (at % bytes.length)), at % bytes.length)
      if (over.every((byte, i) => byte === bytes[i])) return
      expect(() => decodeTile(over)).toThrow(DamagedError)
    }),
  )
})

test('tiles of the previous version, without a checksum, are read, and compare as equal if their content is', () => {
  fc.assert(
    fc.property(rawTile, rawTile, (tile, other) => {
      const bytes = encodeTile(tile)
      const old = withoutChecksum(bytes)
      expect(decodeTile(old)).toEqual(decodeTile(bytes))
      expect(isWholeTile(old)).toBe(true)
      expect(isSameTile(old, bytes)).toBe(true)
      expect(isSameTile(bytes, bytes)).toBe(true)
      const otherBytes = encodeTile(other)
      const isSame = Buffer.from(otherBytes).equals(bytes)
      expect(isSameTile(withoutChecksum(otherBytes), bytes)).toBe(isSame)
      expect(isSameTile(otherBytes, bytes)).toBe(isSame)
    }),
  )
})

test('without a checksum damaged bytes throw TileError or give a tile, never with more than a day of rows', () => {
  fc.assert(
    fc.property(rawTile, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 }), (tile, changes) => {
      const bytes = withoutChecksum(encodeTile(tile))
      for (const [at, byte] of changes) bytes[at % bytes.length] = byte
      try {
        expect(decodeTile(bytes).length).toBeLessThanOrEqual(DAY_SECONDS)
      } catch (error) {
        expect(error).toBeInstanceOf(TileError)
      }
    }),
  )
  fc.assert(
    fc.property(rawTile, fc.nat(), (tile, cut) => {
      const bytes = withoutChecksum(encodeTile(tile))
      expect(() => decodeTile(bytes.subarray(0, cut % bytes.length))).toThrow(TileError)
    }),
  )
})

const faults: [string, number[]][] = [
  ['an unknown level', [0x13, 0, 0, 0]],
  ['a month tile that starts on the second', [0x11, 1, 0, 0]],
  ['a day with more rows than seconds', [0x10, 1, 0, 0x81, 0xa3, 0x05, 0]],
  ['bytes after the end', [0x10, 1, 0, 0, 0]],
  ['an unknown column', [0x10, 1, 0, 1, 0x20, 0, 0]],
  ['two rows at one time', [0x10, 1, 0, 2, 0, 0, 0]],
  ['a width of 33 bits', [0x10, 1, 0, 2, 0, 0, 1, 33, 1, 1, 1, 1, 1, 1]],
  ['a number of six bytes', [0x10, 1, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 1]],
]

test.each([['nothing', []], ['another version', [0x30, 0, 0, 0]], ...faults])('%s is refused', (_, bytes) => {
  expect(() => decodeTile(Uint8Array.from(bytes))).toThrow(TileError)
})

test.each(faults)('%s is refused under a right checksum too', (_, [head, ...rest]) => {
  const bytes = Uint8Array.of(head! + 0x10, ...rest, 0, 0, 0, 0)
  new DataView(bytes.buffer).setUint32(bytes.length - 4, crc32(bytes, bytes.length - 4), true)
  expect(() => decodeTile(bytes)).toThrow(TileError)
})

test('a tile that breaks its own rules is not encoded', () => {
  const tile = (change: Partial<RawTile>): RawTile => ({
    level: 'raw',
    from: day,
    length: 2,
    time: Int32Array.of(0, 600),
    columns: { weight: Int32Array.of(1, 2) },
    ...change,
  })
  for (const change of [
    { from: day + 1 },
    { time: Int32Array.of(600, 0) },
    { time: Int32Array.of(0, DAY_SECONDS) },
    { time: Int32Array.of(0) },
    { columns: { weight: Int32Array.of(1) } },
  ]) {
    expect(() => encodeTile(tile(change))).toThrow(TileError)
  }
  const half = coarse('hour', [0], [100])
  half.columns.weightMean = Int32Array.of(ABSENT)
  expect(() => encodeTile(half)).toThrow(TileError)
})

test.each([
  ['raw', '2026-05-10T23:59:59Z', '2026-05-10T00:00:00Z', '2026-05-11T00:00:00Z'],
  ['hour', '2026-12-31T23:59:59Z', '2026-12-01T00:00:00Z', '2027-01-01T00:00:00Z'],
  ['hour', '2028-02-29T12:00:00Z', '2028-02-01T00:00:00Z', '2028-03-01T00:00:00Z'],
  ['day', '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z'],
] as const)('a %s tile that holds %s spans %s to %s', (level, time, from, to) => {
  const seconds = (text: string) => Date.parse(text) / 1000
  expect(tileSpan(level, seconds(time))).toEqual({ from: seconds(from), to: seconds(to) })
})

test('the starts of a range: the end is exclusive', () => {
  const january = Date.UTC(2026, 0) / 1000
  const march = Date.UTC(2026, 2) / 1000
  expect(tileStarts('hour', january + 1, march)).toEqual([january, Date.UTC(2026, 1) / 1000])
  expect(tileStarts('hour', january, march + 1)).toHaveLength(3)
  expect(tileStarts('raw', january, january)).toEqual([])
})

test('every column of an hour is restored', () => {
  const columns = Object.fromEntries(coarseColumnNames.map((name) => [name, Int32Array.of(5)]))
  const tile: CoarseTile = { ...emptyCoarseTile('hour', day), length: 1, time: Int32Array.of(0), columns }
  expect(decodeTile(encodeTile(tile)).columns).toEqual(columns)
})
