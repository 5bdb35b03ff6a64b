import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { decodeTile } from '#domain/hives/tiles/tile-codec.ts'
import {
  addController,
  cutAt,
  foldAll,
  HIVES_NOW_MS,
  HIVES_START,
  ingest,
  inOrder,
  type Order,
  requestOf,
  type SentReading,
  storedAfter,
  twoHives,
} from '../../../tests/support/samples/two-hives.ts'
import { openTestDatabase } from '../../../tests/support/server/test-database.ts'
import { hashToken } from '../../platform/runtime/ids.ts'
import { updateScale } from '../scales/scale-queries.ts'

async function openWithController(controller: Parameters<typeof addController>[1] = {}) {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  await addController(database, controller)
  return database
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

test('any order, any batching and any interruption give the same tiles, alarms and jumps', async () => {
  const readings = twoHives()
  const once = await storedAfter(await openTestDatabase(), { batches: [readings], between: 'fold at the end' })
  expect(once.alarms).toHaveLength(1)
  expect([once.inbox, once.due, once.assessmentsDue]).toEqual([[], [], []])
  const order: fc.Arbitrary<Order> = fc.oneof(
    fc.integer().map((seed) => ({ shuffledBy: seed })),
    fc.nat(readings.length - 1).map((by) => ({ rotatedBy: by })),
  )
  const cuts = fc.array(fc.nat(readings.length), { minLength: 1, maxLength: 8 })
  const folding = fc.constantFrom('fold each' as const, 'fold at the end' as const)
  await fc.assert(
    fc.asyncProperty(order, cuts, folding, fc.constantFrom(0, 1, 25), async (how, at, between, milliseconds) => {
      const batches = cutAt(inOrder(readings, how), at)
      expect(await storedAfter(await openTestDatabase(), { batches, between, milliseconds })).toEqual(once)
    }),
    { numRuns: 12 },
  )
})

test('the same reading again is a duplicate and changes nothing', async () => {
  const database = await openWithController()
  const [first] = await ingest(database, [requestOf(twoHives())])
  await foldAll(database)
  const again = await ingest(database, [requestOf(twoHives()), requestOf(twoHives().reverse())])
  expect(first).toMatchObject({ status: 'stored', accepted: 576, duplicates: 0 })
  expect(again).toMatchObject([
    { accepted: 0, duplicates: 576 },
    { accepted: 0, duplicates: 576 },
  ])
  expect(await database.db.selectFrom('inbox').select('id').execute()).toHaveLength(1)
})

test('weight and temperature of the same second sent separately make one reading, as if sent together', async () => {
  const readings = twoHives()
  const once = await storedAfter(await openTestDatabase(), { batches: [readings], between: 'fold at the end' })
  const parts = readings.flatMap(({ temperature, ...weighed }): SentReading[] => {
    const { weight: _, ...where } = weighed
    return temperature === undefined ? [weighed] : [weighed, { ...where, temperature }]
  })
  const cuts = fc.array(fc.nat(parts.length), { minLength: 1, maxLength: 8 })
  const folding = fc.constantFrom('fold each' as const, 'fold at the end' as const)
  await fc.assert(
    fc.asyncProperty(fc.integer(), cuts, folding, async (shuffledBy, at, between) => {
      const batches = cutAt(inOrder(parts, { shuffledBy }), at)
      expect(await storedAfter(await openTestDatabase(), { batches, between })).toEqual(once)
    }),
    { numRuns: 6 },
  )
})

test('what a second request adds to a second is stored once, and never replaces what the first one said', async () => {
  const database = await openWithController()
  const of = (values: Partial<SentReading>) => requestOf([{ time: iso(HIVES_START), channel: 1, ...values }])
  const outcomes = []
  for (const values of [{ weight: 40 }, { temperature: 21 }, { temperature: 22 }, { weight: 41, humidity: 60 }]) {
    outcomes.push(...(await ingest(database, [of(values)])))
    await foldAll(database)
  }
  expect(outcomes).toMatchObject([
    { accepted: 1, duplicates: 0 },
    { accepted: 1, duplicates: 0 },
    { accepted: 0, duplicates: 1 },
    { accepted: 1, duplicates: 0 },
  ])
  const last = await database.db
    .selectFrom('scale_last')
    .select(['weight_grams', 'temperature_centi', 'humidity_permille'])
    .execute()
  expect(last).toEqual([{ weight_grams: 40_000, temperature_centi: 2100, humidity_permille: 600 }])
})

test('a request that contains a reading twice stores it once', async () => {
  const database = await openWithController()
  const reading = { time: iso(HIVES_START), channel: 1, weight: 40 }
  const [outcome] = await ingest(database, [requestOf([reading, { ...reading, weight: 41 }])])
  expect(outcome).toMatchObject({ accepted: 1, duplicates: 1 })
})

test('a channel without a scale gets one, named after it and typed by what it sends', async () => {
  const database = await openWithController()
  await ingest(database, [
    requestOf([
      { time: iso(HIVES_START), channel: 3, weight: 40 },
      { time: iso(HIVES_START), channel: 5, temperature: 12 },
    ]),
  ])
  const scales = await database.db.selectFrom('scale').select(['channel', 'name', 'type', 'state']).execute()
  expect(scales).toEqual([
    { channel: 3, name: 'Stockwaage 3', type: 'weight', state: 'active' },
    { channel: 5, name: 'Stockwaage 5', type: 'thermometer', state: 'active' },
  ])
})

test('a scale whose temperature arrived first counts as a weight scale from its first weight on', async () => {
  const database = await openWithController()
  const before = { time: iso(HIVES_START - 600), channel: 1, temperature: 30 }
  await ingest(database, [requestOf([before])])
  await foldAll(database)
  const typeOf = () => database.db.selectFrom('scale').select('type').where('channel', '=', 1).executeTakeFirstOrThrow()
  expect(await typeOf()).toEqual({ type: 'thermometer' })
  await ingest(database, [requestOf(twoHives())])
  await foldAll(database)
  expect(await typeOf()).toEqual({ type: 'weight' })
  expect(await database.db.selectFrom('alarm').select('type').execute()).toEqual([{ type: 'swarm' }])
})

test('a type chosen by somebody stays, whatever the scale sends', async () => {
  const database = await openWithController()
  const scale = { controller_id: 1, channel: 1, name: 'Luft', type: 'thermometer', state: 'active' } as const
  const { id } = await database.db
    .insertInto('scale')
    .values({ ...scale, type_is_guessed: 1, color: 0, created_at: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await updateScale(database.db, id, { type: 'thermometer' }, HIVES_NOW_MS)
  await ingest(database, [requestOf(twoHives())])
  const { type } = await database.db.selectFrom('scale').select('type').where('id', '=', id).executeTakeFirstOrThrow()
  expect(type).toBe('thermometer')
})

test('an archived or switched-off scale collects nothing and says so', async () => {
  const database = await openWithController()
  const scale = { controller_id: 1, name: 'alt', type: 'weight' as const, color: 0, created_at: 0 }
  await database.db
    .insertInto('scale')
    .values([
      { ...scale, channel: 1, state: 'archived' },
      { ...scale, channel: 2, state: 'deactivated' },
    ])
    .execute()
  const readings = [1, 2, 3].map((channel) => ({ time: iso(HIVES_START), channel, weight: 40 }))
  const [outcome] = await ingest(database, [requestOf(readings)])
  expect(outcome).toMatchObject({
    accepted: 1,
    rejected: [
      { index: 0, code: 'scale_archived' },
      { index: 1, code: 'scale_deactivated' },
    ],
  })
})

test('combined load cells are one scale; a lone cell is rejected', async () => {
  const database = await openWithController({ loadCells: 2 })
  const readings = [1, 2, 3].map((channel) => ({ time: iso(HIVES_START), channel, weight: 20 }))
  const [outcome] = await ingest(database, [requestOf(readings)])
  expect(outcome).toMatchObject({ accepted: 2, rejected: [{ index: 2, code: 'load_cells_incomplete' }] })
  await foldAll(database)
  const last = await database.db.selectFrom('scale_last').select('weight_grams').execute()
  expect(last).toEqual([{ weight_grams: 40_000 }])
})

test('with a broken load cell, the temperature goes on being stored, and a weight sent again completes it', async () => {
  const database = await openWithController({ loadCells: 2 })
  const cell = (channel: number) => ({ time: iso(HIVES_START), channel, weight: 20 })
  const last = () => database.db.selectFrom('scale_last').select(['weight_grams', 'temperature_centi']).execute()
  const [broken] = await ingest(database, [requestOf([{ ...cell(1), temperature: 34 }])])
  expect(broken).toMatchObject({ accepted: 0, rejected: [{ index: 0, code: 'load_cells_incomplete' }] })
  await foldAll(database)
  expect(await last()).toEqual([{ weight_grams: null, temperature_centi: 3400 }])
  await ingest(database, [requestOf([{ ...cell(1), temperature: 34 }, cell(2)])])
  await foldAll(database)
  expect(await last()).toEqual([{ weight_grams: 40_000, temperature_centi: 3400 }])
})

test("a wrong key or somebody else's IMEI is refused, an expired subscription stores nothing", async () => {
  const database = await openWithController({ subscriptionEndsAt: HIVES_NOW_MS })
  const readings = twoHives()
  const outcomes = await ingest(database, [
    requestOf(readings, { deviceKeyHash: hashToken('other') }),
    requestOf(readings, { imei: '356938035643800' }),
    requestOf(readings),
  ])
  expect(outcomes).toEqual([
    { status: 'refused', code: 'device_key_wrong' },
    { status: 'refused', code: 'imei_imsi_mismatch' },
    { status: 'expired', updateInterval: 1 },
  ])
  expect(await database.db.selectFrom('inbox').select('id').execute()).toEqual([])
})

test('battery and signal are stored once in the series of the controller', async () => {
  const database = await openWithController()
  await ingest(database, [requestOf(twoHives()), requestOf(twoHives())])
  await foldAll(database)
  const row = await database.db.selectFrom('tile').select('bytes').where('scale_id', '=', -1).executeTakeFirstOrThrow()
  const tile = decodeTile(row.bytes)
  expect([tile.length, tile.columns]).toMatchObject([
    1,
    { battery: new Int32Array([3910]), signal: new Int32Array([-71]) },
  ])
  const controller = await database.db.selectFrom('controller').selectAll().executeTakeFirstOrThrow()
  expect(controller).toMatchObject({
    battery_mv: 3910,
    signal_dbm: -71,
    software_version: '1.4.2',
    last_seen_at: HIVES_NOW_MS,
  })
})

test('what the inbox still holds after a crash is folded at the next start; doing so again changes nothing', async () => {
  const database = await openWithController()
  await ingest(database, [requestOf(twoHives())])
  await foldAll(database)
  expect(await database.write('recover', undefined)).toEqual({ requests: 1 })
  await foldAll(database)
  await database.write('rollUp', undefined)
  const levels = await database.db
    .selectFrom('tile')
    .select('level')
    .where('scale_id', '=', 1)
    .orderBy('level')
    .execute()
  expect(levels.map(({ level }) => level)).toEqual([0, 0, 0, 1, 2])
  expect(await database.db.selectFrom('inbox').select('id').execute()).toEqual([])
})

test('a damaged day that waits for detection does not keep the server from starting', async () => {
  const database = await openWithController()
  await ingest(database, [requestOf(twoHives())])
  await foldAll(database)
  await database.db
    .insertInto('detection_due')
    .values([
      { scale_id: 1, day: HIVES_START, carried: '{' },
      { scale_id: 2, day: HIVES_START, carried: '{}' },
    ])
    .execute()
  expect(await database.write('recover', undefined)).toEqual({ requests: 1 })
  await foldAll(database)
  expect(await database.db.selectFrom('detection_due').selectAll().execute()).toEqual([])
})

test('a request that arrived after the fold stays in the inbox until it is folded itself', async () => {
  const database = await openWithController()
  const inbox = () => database.db.selectFrom('inbox').select('id').execute()
  const later = { time: iso(HIVES_START + 86_400), channel: 1, weight: 44 }
  await ingest(database, [requestOf([{ ...later, time: iso(HIVES_START) }])])
  await foldAll(database)
  await ingest(database, [requestOf([later])])
  await database.write('rollUp', undefined)
  expect(await inbox()).toHaveLength(1)
  await foldAll(database)
  await database.write('rollUp', undefined)
  expect(await inbox()).toEqual([])
})

test('the last contact is known even if nothing was folded', async () => {
  const database = await openWithController()
  await ingest(database, [requestOf([{ time: iso(HIVES_START), channel: 1, weight: 43 }])])
  const seen = () => database.db.selectFrom('controller').select(['last_seen_at', 'battery_mv']).execute()
  expect(await seen()).toEqual([{ last_seen_at: null, battery_mv: null }])
  await database.write('writeContacts', undefined)
  expect(await seen()).toEqual([{ last_seen_at: HIVES_NOW_MS, battery_mv: 3910 }])
  expect(await database.db.selectFrom('tile').select('from').execute()).toEqual([])
  await database.write('fold', { nowMs: HIVES_NOW_MS })
  expect(await seen()).toEqual([{ last_seen_at: HIVES_NOW_MS, battery_mv: 3910 }])
})

test.each([
  ['once all of it was written', true],
  ['before any of it was written', false],
])('a request from the inbox takes no contact back: %s', async (_, isWritten) => {
  const database = await openWithController()
  const hour = 3_600_000
  await ingest(database, [requestOf([{ time: iso(HIVES_START), channel: 1, weight: 43 }])])
  // without anything new, so that the inbox does not get it
  await ingest(database, [
    requestOf([], { receivedAt: HIVES_NOW_MS + hour, battery: null, chipTemperature: null, signal: null }),
  ])
  if (isWritten) await database.write('writeContacts', undefined)
  expect(await database.write('recover', undefined)).toEqual({ requests: 1 })
  await foldAll(database)
  const seen = () => database.db.selectFrom('controller').select('last_seen_at').execute()
  expect(await seen()).toEqual([{ last_seen_at: HIVES_NOW_MS + hour }])
  // as when the clock of the server was ahead
  await ingest(database, [requestOf([], { receivedAt: HIVES_NOW_MS + 60_000 })])
  await database.write('writeContacts', undefined)
  expect(await seen()).toEqual([{ last_seen_at: HIVES_NOW_MS + 60_000 }])
})

test.each([
  ['nothing else comes', []],
  ['something of another day is folded', [5 * 86_400]],
])('a fold that the database lost is redone from the inbox, which is not cleared before: %s', async (_, later) => {
  const database = await openWithController()
  const inbox = () => database.db.selectFrom('inbox').select('id').execute()
  const times = async () => {
    const raw = database.db.selectFrom('tile').select('bytes').where('scale_id', '=', 1).where('level', '=', 0)
    return (await raw.orderBy('from').execute()).flatMap(({ bytes }) => {
      const { from, time } = decodeTile(bytes)
      return Array.from(time, (offset) => from + offset - HIVES_START)
    })
  }
  const take = (seconds: number) =>
    ingest(database, [requestOf([{ time: iso(HIVES_START - seconds), channel: 1, weight: 43 }])])
  await take(0)
  const { quick_count } = await database.db.selectFrom('tile_cursor').select('quick_count').executeTakeFirstOrThrow()
  await foldAll(database)
  expect(await times()).toEqual([0])
  // as when PostgreSQL crashes and loses what was not flushed
  await database.db.deleteFrom('tile').execute()
  await database.db.updateTable('tile_cursor').set({ quick_count }).execute()
  for (const seconds of later) await take(seconds)
  if (later.length > 0) await foldAll(database)
  expect(await database.write('rollUp', undefined)).toMatchObject({ more: false, isBehind: true })
  expect(await inbox()).toHaveLength(1 + later.length)
  await foldAll(database)
  expect(await times()).toEqual([...later.map((seconds) => -seconds), 0])
  while ((await database.write('rollUp', undefined)).more);
  expect(await inbox()).toEqual([])
})
