import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ABSENT, type RawTile } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { INBOX_FIELDS, InboxField } from '../inbox/inbox-rows.ts'
import { OpenTiles } from './open-tiles.ts'

const KIBIBYTE = 1024
const firstDay = Date.parse('2026-05-10T00:00:00Z') / 1000

function rowOf(seriesId: number, time: number): Int32Array {
  const row = new Int32Array(INBOX_FIELDS).fill(ABSENT)
  row[InboxField.seriesId] = seriesId
  row[InboxField.time] = time
  row[InboxField.weight] = 40_000
  return row
}

/** A disk of tiles beneath the cache: folded tiles are written there, dropped ones are read back. */
function openStore(keptBytes: number, nowMs?: () => number) {
  const disk = new Map<string, RawTile>()
  const reads: string[] = []
  const tiles = new OpenTiles(
    (seriesId, from) => {
      const name = `${seriesId} ${from}`
      reads.push(name)
      return disk.get(name)
    },
    keptBytes,
    nowMs,
  )
  return {
    tiles,
    reads,
    take(seriesId: number, time: number): boolean {
      const row = rowOf(seriesId, time)
      const isNew = tiles.append(row, 0) || tiles.merge([row])[0]!
      tiles.trim()
      return isNew
    },
    fold(series = Number.POSITIVE_INFINITY): void {
      const ids = [...tiles.unfoldedIds()].slice(0, series)
      const open = ids.flatMap((id) => [...tiles.unfoldedOf(id)])
      for (const { seriesId, tile } of open) disk.set(`${seriesId} ${tile.from}`, tile)
      tiles.markFolded(open)
    },
  }
}

test('it is full because of what is not folded, not of what can be dropped', () => {
  const { tiles, take, fold } = openStore(64 * KIBIBYTE)
  for (let day = 0; day < 500; day++) {
    take(1, firstDay + day * DAY_SECONDS)
    fold()
    expect(tiles.isFull).toBe(false)
  }
  for (let day = 500; day < 1000 && !tiles.isFull; day++) take(1, firstDay + day * DAY_SECONDS)
  expect(tiles.isFull).toBe(true)
  expect(tiles.bytes).toBeLessThan(81 * KIBIBYTE)
  fold()
  expect(tiles.isFull).toBe(false)
})

test('days with a reading every second are dropped by size as soon as they are folded', () => {
  const limit = 4 * KIBIBYTE * KIBIBYTE
  const { tiles, take, fold } = openStore(limit)
  for (let day = 0; day < 6; day++) {
    for (let second = 0; second < DAY_SECONDS; second += 2) take(1, firstDay + day * DAY_SECONDS + second)
    fold()
    expect(tiles.bytes).toBeLessThanOrEqual(limit)
  }
  expect(tiles.bytes).toBeGreaterThan(0)
})

test('past days are dropped after a while without new readings, and read again when needed', () => {
  let nowMs = 0
  const { tiles, take, fold, reads } = openStore(KIBIBYTE * KIBIBYTE, () => nowMs)
  take(1, firstDay + 60)
  take(2, firstDay + 60)
  fold()
  take(3, firstDay + 60)
  const whole = tiles.bytes
  for (let minute = 0; minute < 30; minute++) {
    nowMs += 60_000
    take(2, firstDay + 120 + minute)
  }
  expect(tiles.bytes).toBeLessThan(whole)
  reads.length = 0
  expect([take(1, firstDay + 60), take(2, firstDay + 60), take(3, firstDay + 60)]).toEqual([false, false, false])
  expect(reads).toEqual([`1 ${firstDay}`])
})

test('what is not folded stays, however large it is', () => {
  const { tiles, take, fold } = openStore(KIBIBYTE)
  for (let seriesId = 1; seriesId <= 50; seriesId++) take(seriesId, firstDay + 60)
  expect(tiles.unfoldedSeries).toBe(50)
  expect(tiles.bytes).toBeGreaterThan(50 * 400)
  fold()
  expect(tiles.bytes).toBeLessThanOrEqual(KIBIBYTE)
  expect(tiles.get(7, firstDay)).toMatchObject({ length: 1 })
})

test('days in use stay, while those sent only once are dropped', () => {
  const { take, fold, reads } = openStore(16 * KIBIBYTE)
  for (let round = 0; round < 40; round++) {
    take(1, firstDay + round * 600)
    take(100 + round, firstDay + 60)
    fold()
  }
  expect(reads.filter((name) => name === `1 ${firstDay}`)).toHaveLength(1)
})

test('at any cache size the same readings are new, and the same ends up on disk', () => {
  const reading = fc.record({
    seriesId: fc.integer({ min: 1, max: 4 }),
    day: fc.integer({ min: 0, max: 5 }),
    minute: fc.integer({ min: 0, max: 20 }),
    isFolded: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(reading, { maxLength: 120 }), (readings) => {
      const [small, large] = [openStore(2 * KIBIBYTE), openStore(KIBIBYTE * KIBIBYTE)]
      for (const { seriesId, day, minute, isFolded } of readings) {
        const time = firstDay + day * DAY_SECONDS + minute * 60
        const isNew = small.take(seriesId, time)
        if (isNew !== large.take(seriesId, time)) return false
        if (isFolded) for (const store of [small, large]) store.fold(1)
      }
      for (const store of [small, large]) store.fold()
      for (const { seriesId, day } of readings) {
        const from = firstDay + day * DAY_SECONDS
        expect(small.tiles.get(seriesId, from)).toEqual(large.tiles.get(seriesId, from))
      }
      return small.tiles.bytes <= 2 * KIBIBYTE && small.tiles.unfoldedSeries === 0
    }),
  )
})

test('the byte count returns to zero when everything is dropped', () => {
  const { tiles, take, fold } = openStore(KIBIBYTE * KIBIBYTE)
  for (let at = 0; at < 500; at++) take(1 + (at % 5), firstDay + at * 5000)
  for (let at = 0; at < 500; at++) take(1 + (at % 5), firstDay + at * 3000 + 1)
  fold()
  tiles.drop(new Set([1, 2, 3, 4, 5]))
  expect(tiles.bytes).toBe(0)
})
