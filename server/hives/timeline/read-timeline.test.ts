import * as v from 'valibot'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Zone } from '#domain/hives/local-midnight.ts'
import { decodeTile, encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { mergeRaw } from '#domain/hives/tiles/tile-merge.ts'
import { decodeContainer } from '#domain/hives/tiles/timeline-container.ts'
import { emptyRawTile, levelNumber } from '#domain/hives/tiles/timeline-tile.ts'
import { type MidnightBound, Timeline } from '#domain/hives/timeline.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import { openTestDatabase } from '../../../tests/support/server/test-database.ts'
import type { Database } from '../../store/database.ts'
import { readMidnightValues } from './read-midnight-values.ts'
import { readTimeline, type TimelineInput } from './read-timeline.ts'
import { readTimelinePart } from './read-timeline-part.ts'
import { rebuildTiles } from './rebuild-tiles.ts'

const may = Date.UTC(2026, 4, 1) / 1000
const days = 40

let database: Database

/** One day of a series with a reading every ten minutes; the weight rises by 1 g per reading, plus up to `jitterGrams`. */
function day(index: number, jitterGrams = 0) {
  const from = may + index * DAY_SECONDS
  const rows = Array.from({ length: 144 }, (_, i) => i)
  return mergeRaw(emptyRawTile(from), {
    length: rows.length,
    time: rows.map((i) => from + i * 600),
    columns: {
      weight: rows.map((i) => 40_000 + index * 144 + i + ((i * i * 7919 + index) % (jitterGrams + 1))),
      temperature: rows.map(() => 2_150),
    },
  }).tile
}

async function store(seriesId: number, index: number, revision: number): Promise<void> {
  const tile = day(index)
  await database.db
    .insertInto('tile')
    .values({
      scale_id: seriesId,
      level: levelNumber.raw,
      from: tile.from,
      bytes: encodeTile(tile),
      revision,
    })
    .execute()
  await database.db.updateTable('tile_cursor').set({ revision }).execute()
}

beforeAll(async () => {
  database = await openTestDatabase()
  for (let index = 0; index < days; index++) for (const seriesId of [1, 2, -7]) await store(seriesId, index, index + 1)
  await rebuildTiles(database)
})

const ask = async (input: Partial<TimelineInput>) => {
  const answer = await readTimeline(database.db, {
    scaleIds: [1, 2],
    controllerIds: [],
    from: may,
    to: may + days * DAY_SECONDS,
    format: 'json',
    ...input,
  })
  if ('tooLarge' in answer) throw new Error('too large')
  const parts = [answer.bytes]
  for (let place = answer.next; place; ) {
    const part = await readTimelinePart(database.db, { plan: answer.plan, place })
    parts.push(part.bytes)
    place = part.next
  }
  return { bytes: new Uint8Array(Buffer.concat(parts)), parts }
}
const jsonOf = (bytes: Uint8Array) => v.parse(Timeline, JSON.parse(new TextDecoder().decode(bytes)))
const json = async (input: Partial<TimelineInput>) => jsonOf((await ask(input)).bytes)
const tiles = async (input: Partial<TimelineInput>) => decodeContainer((await ask({ ...input, format: 'tiles' })).bytes)

test.each([
  [10 * 144, 10, 'raw'],
  [10 * 144 - 1, 10, 'hour'],
  [40 * 24, 40, 'hour'],
  [40 * 24 - 1, 40, 'day'],
  [1, 40, 'day'],
] as const)('with %i points %i days come as %s', async (points, count, level) => {
  expect((await tiles({ points, to: may + count * DAY_SECONDS })).level).toBe(level)
})

test('however often requested, each series comes once, in order', async () => {
  const without = Array.from({ length: 60 }, (_, i) => 100 + i)
  const { tiles: got } = await tiles({ scaleIds: [2, ...without, 2, 1], controllerIds: [7], level: 'day' })
  expect(got.map(({ seriesId }) => seriesId)).toEqual([-7, 1, 2])
})

test('a requested level is used', async () => {
  expect((await tiles({ level: 'raw', points: 1 })).tiles).toHaveLength(2 * days)
})

test('json: raw weights are plain numbers, of the whole tile, with a series for each one requested', async () => {
  const answer = await json({ scaleIds: [2, 99], controllerIds: [7], from: may + 3600, to: may + 3601, level: 'raw' })
  const [second, unknown, controller] = answer.series
  expect(unknown).toEqual({ scaleId: 99, tiles: [] })
  expect(controller).toMatchObject({ controllerId: 7, tiles: [{ from: may, to: may + DAY_SECONDS }] })
  expect(second).toMatchObject({ scaleId: 2, tiles: [{ from: may, to: may + DAY_SECONDS }] })
  const tile = second!.tiles[0] as { time: number[]; weight: number[]; temperature: number[]; humidity: null[] }
  expect([tile.time[1], tile.weight[1], tile.temperature[1], tile.humidity[1]]).toEqual([may + 600, 40.001, 21.5, null])
  expect([tile.weight.length, tile.humidity.length]).toEqual([144, 144])
})

test('json: hours have last, minimum and maximum', async () => {
  const { series } = await json({ scaleIds: [1], level: 'hour' })
  const [first, second] = series[0]!.tiles as { from: number; to: number; weight: { last: number[] } }[]
  expect([first!.from, first!.to, second!.from]).toEqual([may, may + 31 * DAY_SECONDS, may + 31 * DAY_SECONDS])
  expect(first!.weight).toMatchObject({ last: expect.arrayContaining([40.005]) })
  expect(Object.values(first!.weight).map((column) => column[1])).toEqual([40.011, 40.006, 40.011])
})

test('since: only tiles that changed come again, whole', async () => {
  const { cursor } = await tiles({ level: 'raw' })
  expect((await tiles({ level: 'raw', since: cursor })).tiles).toEqual([])
  const changed = (await tiles({ level: 'raw', since: days - 2 })).tiles
  expect(changed.map(({ seriesId, from }) => [seriesId, from])).toEqual(
    [1, 1, 2, 2].map((id, i) => [id, may + (days - 2 + (i % 2)) * DAY_SECONDS]),
  )
  expect(decodeTile(changed[0]!.bytes)).toEqual(day(days - 2))
})

test('a cursor from before a restored backup gets everything', async () => {
  expect((await tiles({ level: 'raw', since: 1_000_000 })).tiles).toHaveLength(2 * days)
})

test('rebuilding changes nothing that is right, and repairs what is not', async () => {
  const all = () =>
    database.db
      .selectFrom('tile')
      .select(['scale_id', 'level', 'from', 'bytes'])
      .orderBy('scale_id')
      .orderBy('level')
      .orderBy('from')
      .execute()
  const before = await all()
  const { revision } = await database.db.selectFrom('tile_cursor').select('revision').executeTakeFirstOrThrow()
  expect(await rebuildTiles(database)).toEqual({ series: 3, tiles: 9, changed: 0 })
  const hour = { scale_id: 2, level: levelNumber.hour }
  await database.db.deleteFrom('tile').where('scale_id', '=', 1).where('level', '>', levelNumber.raw).execute()
  await database.db
    .updateTable('tile')
    .set({ bytes: Uint8Array.of(1) })
    .where('scale_id', '=', 2)
    .where('level', '=', 1)
    .execute()
  await database.db
    .insertInto('tile')
    .values({ ...hour, from: 0, bytes: Uint8Array.of(1), revision: 1 })
    .execute()
  expect(await rebuildTiles(database)).toEqual({ series: 3, tiles: 9, changed: 6 })
  expect(await all()).toEqual(before)
  expect((await tiles({ scaleIds: [1, 2], level: 'hour', since: revision })).tiles).toHaveLength(4)
})

describe('long answers come in parts', () => {
  const longDays = 700
  const span = { from: may, to: may + longDays * DAY_SECONDS, level: 'raw' as const }
  const [long, short, other] = [31, 32, 33]
  beforeAll(async () => {
    for (const seriesId of [long, short, other]) {
      const count = seriesId === short ? 2 : longDays
      const rows = Array.from({ length: count }, (_, index) => ({
        scale_id: seriesId,
        level: levelNumber.raw,
        from: day(index).from,
        bytes: encodeTile(day(index, 5000)),
        revision: 1,
      }))
      for (let at = 0; at < rows.length; at += 100) {
        await database.db
          .insertInto('tile')
          .values(rows.slice(at, at + 100))
          .execute()
      }
    }
  })

  test('of limited size, which together are the whole', async () => {
    const input = { ...span, scaleIds: [other, 99, long, 1, short] }
    const packed = await ask({ ...input, format: 'tiles' })
    expect(packed.parts.length).toBeGreaterThan(1)
    const stored = decodeContainer(packed.bytes).tiles
    const expected = [1, long, short, other].flatMap((seriesId) => {
      const count = seriesId === 1 ? days : seriesId === short ? 2 : longDays
      return Array.from({ length: count }, (_, index) => [seriesId, may + index * DAY_SECONDS])
    })
    expect(stored.map(({ seriesId, from }) => [seriesId, from])).toEqual(expected)

    const text = await ask(input)
    expect(text.parts.length).toBeGreaterThan(packed.parts.length)
    for (const { length } of [...packed.parts, ...text.parts]) expect(length).toBeLessThan(400_000)
    for (const { parts } of [packed, text]) expect(parts[0]!.length, 'what an answer holds that waits').toBeLessThan(60)
    expect((await ask({ ...input, scaleIds: [short] })).parts).toHaveLength(1)
    const { series } = jsonOf(text.bytes)
    expect(series.map((one) => ('scaleId' in one ? one.scaleId : 0))).toEqual(input.scaleIds)
    expect(series.map((one) => one.tiles.length)).toEqual([longDays, 0, longDays, days, 2])
    expect(series[2]!.tiles.map((tile) => tile.from)).toEqual(series[0]!.tiles.map((tile) => tile.from))
  })

  test('a period cuts off the ends, and no part has anything outside of it', async () => {
    const period = { from: may + 50 * DAY_SECONDS + 43_200, to: may + 650 * DAY_SECONDS + 43_200 }
    const { series } = await json({ ...span, scaleIds: [long, short], period })
    const times = series[0]!.tiles.flatMap((tile) => tile.time)
    expect([times[0], times.at(-1)]).toEqual([period.from, period.to - 600])
    expect(series[1]!.tiles).toEqual([])
  })

  test('tiles that change between two parts come again with the cursor', async () => {
    const answer = await readTimeline(database.db, { ...span, scaleIds: [long], controllerIds: [], format: 'tiles' })
    if ('tooLarge' in answer || !answer.next) throw new Error('one part only')
    await database.db
      .updateTable('tile')
      .set({ revision: answer.plan.cursor + 1 })
      .where('scale_id', '=', long)
      .where('from', '=', may + 690 * DAY_SECONDS)
      .execute()
    await database.db
      .updateTable('tile_cursor')
      .set({ revision: answer.plan.cursor + 1 })
      .execute()
    const rest = await readTimelinePart(database.db, { plan: answer.plan, place: answer.next })
    expect(rest.next).toBeUndefined()
    const again = await tiles({ ...span, scaleIds: [long], since: answer.plan.cursor })
    expect(again.tiles.map(({ from }) => from)).toEqual([may + 690 * DAY_SECONDS])
  })
})

const midnights = async (
  from: MidnightBound,
  to: MidnightBound,
  zone: Zone = { utcOffsetHours: 0 },
  now = Number.POSITIVE_INFINITY,
) => {
  const { scales } = await readMidnightValues(database.db, { scaleIds: [2, 99], zone, from, to, now })
  return scales
}

test('midnight values come from the hours, each with its difference; both ends are inclusive', async () => {
  const [known, unknown] = await midnights({ seconds: may + 2 * DAY_SECONDS }, { seconds: may + 3 * DAY_SECONDS })
  expect(known).toEqual({
    scaleId: 2,
    damaged: false,
    days: [
      { date: '2026-05-03', weight: 40.288, delta: 0.144 },
      { date: '2026-05-04', weight: 40.432, delta: 0.144 },
    ],
  })
  expect(unknown!.days.map(({ weight }) => weight)).toEqual([null, null])
  const [none] = await midnights({ seconds: may + HOUR_SECONDS }, { seconds: may + 2 * HOUR_SECONDS })
  expect(none!.days).toEqual([])
})

test('a future midnight has no weight, even if readings have already begun its hour', async () => {
  const [known] = await midnights(
    { seconds: may + 2 * DAY_SECONDS },
    { seconds: may + 4 * DAY_SECONDS },
    { utcOffsetHours: 0 },
    may + 4 * DAY_SECONDS - 1,
  )
  expect(known!.days.map(({ date }) => date)).toEqual(['2026-05-03', '2026-05-04'])
})

test('a calendar day is local to the scale', async () => {
  const day = { date: '2026-05-03', seconds: Date.parse('2026-05-03') / 1000 }
  for (const utcOffsetHours of [-11, 2, 14]) {
    const [known] = await midnights(day, day, { utcOffsetHours })
    const grams = 40_288 - utcOffsetHours * 6
    expect(known!.days).toEqual([{ date: '2026-05-03', weight: grams / 1000, delta: 0.144 }])
  }
})

test('a damaged tile is left out, and all others are sent', async () => {
  const before = (await tiles({ level: 'raw' })).tiles
  const bytes = Uint8Array.from(encodeTile(day(1)))
  bytes[bytes.length >> 1]! ^= 8
  const write = (written: Uint8Array) =>
    database.db
      .updateTable('tile')
      .set({ bytes: written })
      .where('scale_id', '=', 1)
      .where('level', '=', levelNumber.raw)
      .where('from', '=', day(1).from)
      .execute()
  await write(bytes)
  const rest = before.filter(({ seriesId, from }) => seriesId !== 1 || from !== day(1).from)
  expect(rest).toHaveLength(before.length - 1)
  expect((await tiles({ level: 'raw' })).tiles).toEqual(rest)
  expect((await json({ scaleIds: [1], level: 'raw' })).series[0]!.tiles).toHaveLength(
    rest.filter(({ seriesId }) => seriesId === 1).length,
  )
  await write(encodeTile(day(1)))
})
