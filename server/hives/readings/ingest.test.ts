import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeTile } from '#domain/hives/tile-codec.ts'
import { hashToken } from '../../platform/runtime/ids.ts'
import type { Database } from '../../store/database.ts'
import { openMemoryDatabase } from '../../store/open-database.ts'
import type { IngestRequest } from './ingest-request.ts'
import { packRequests, unpackOutcomes } from './pack-requests.ts'
import { parseReadings } from './parse-readings.ts'

const start = Date.parse('2026-05-10T04:00:00Z') / 1000
const nowMs = Date.parse('2026-05-14T00:00:00Z')

async function openWithController(controller: { loadCells?: 1 | 2 | 4; subscriptionEndsAt?: number } = {}) {
  const database = await openMemoryDatabase()
  await database.db
    .insertInto('controller')
    .values({
      imei: '356938035643809',
      imsi: '228011234567890',
      name: 'Waldrand',
      device_key_hash: hashToken('key'),
      load_cells: controller.loadCells ?? 1,
      subscription_ends_at: controller.subscriptionEndsAt ?? null,
      created_at: 0,
    })
    .execute()
  return database
}

type Reading = { time: string; channel?: number; weight?: number; temperature?: number }

const request = (readings: Reading[], over: Partial<IngestRequest> = {}): IngestRequest => ({
  deviceKeyHash: hashToken('key'),
  imei: '356938035643809',
  imsi: '228011234567890',
  receivedAt: nowMs,
  subscriptions: true,
  battery: 3910,
  chipTemperature: 1840,
  signal: -71,
  softwareVersion: '1.4.2',
  rows: parseReadings(readings, nowMs / 1000).rows,
  ...over,
})

const ingest = async (database: Database, requests: IngestRequest[]) =>
  unpackOutcomes(await database.write('ingest', packRequests(requests)))

/** Folds until nothing is left to do; `milliseconds` a part. */
async function fold(database: Database, milliseconds?: number) {
  for (let isLeft = true; isLeft; ) {
    const { more, isBehind, isRoundOver } = await database.write('fold', { nowMs, milliseconds })
    isLeft = more || isBehind || !isRoundOver
  }
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

/** Two days of two hives every ten minutes; a swarm leaves the first one on the second day at 11:00 UTC. */
function twoHives(): Reading[] {
  const readings: Reading[] = []
  for (let minute = 0; minute < 2 * 1440; minute += 10) {
    const time = start + minute * 60
    const gone = Math.min(1, Math.max(0, (minute - 1860) / 20))
    readings.push({ time: iso(time), channel: 1, weight: 50 + (minute % 70) / 1000 - 2.2 * gone, temperature: 30 })
    readings.push({ time: iso(time), channel: 2, weight: 42 + (minute % 50) / 1000 })
  }
  return readings
}

async function storedAfter(batches: Reading[][], between: 'fold each' | 'fold at the end', milliseconds?: number) {
  const database = await openWithController()
  const scale = (channel: number) => ({ controller_id: 1, channel, name: '', type: 'weight', state: 'active' }) as const
  await database.db
    .insertInto('scale')
    .values([1, 2].map((channel) => ({ ...scale(channel), color: 0, created_at: 0 })))
    .execute()
  for (const batch of batches) {
    await ingest(database, [request(batch, { battery: null, chipTemperature: null, signal: null })])
    if (between === 'fold each') {
      await database.write('fold', { nowMs, milliseconds })
      await database.write('rollUp', undefined)
    }
  }
  await fold(database, milliseconds)
  await database.write('rollUp', undefined)
  const { db } = database
  const stored = {
    tiles: await db
      .selectFrom('tile')
      .select(['scale_id', 'level', 'from', 'bytes'])
      .orderBy('scale_id')
      .orderBy('level')
      .orderBy('from')
      .execute(),
    alarms: await db.selectFrom('alarm').selectAll().orderBy('scale_id').orderBy('started_at').execute(),
    jumps: await db.selectFrom('jump').selectAll().orderBy('scale_id').orderBy('time').execute(),
    checkpoints: await db.selectFrom('detector_checkpoint').selectAll().orderBy('scale_id').orderBy('from').execute(),
    last: await db.selectFrom('scale_last').selectAll().orderBy('scale_id').execute(),
    inbox: await db.selectFrom('inbox').selectAll().execute(),
    due: await db.selectFrom('detection_due').selectAll().execute(),
    assessmentsDue: await db.selectFrom('assessment_due').selectAll().execute(),
  }
  await database.close()
  return { ...stored, alarms: stored.alarms.map(({ id, ...alarm }) => alarm) }
}

test('any order, any batching and any interruption give the same tiles, alarms and jumps', async () => {
  const readings = twoHives()
  const once = await storedAfter([readings], 'fold at the end')
  expect(once.alarms).toHaveLength(1)
  expect([once.inbox, once.due, once.assessmentsDue]).toEqual([[], [], []])
  const order = fc.oneof(
    fc.integer().map((seed) => ({ shuffledBy: seed })),
    fc.nat(readings.length - 1).map((by) => ({ rotatedBy: by })),
  )
  const cuts = fc.array(fc.nat(readings.length), { minLength: 1, maxLength: 8 })
  const folding = fc.constantFrom('fold each' as const, 'fold at the end' as const)
  await fc.assert(
    fc.asyncProperty(order, cuts, folding, fc.constantFrom(0, 1, 25), async (how, at, between, milliseconds) => {
      const sent = 'rotatedBy' in how ? rotated(readings, how.rotatedBy) : shuffled(readings, how.shuffledBy)
      const bounds = [0, ...at.toSorted((a, b) => a - b), sent.length]
      const batches = bounds.slice(1).map((bound, i) => sent.slice(bounds[i], bound))
      expect(await storedAfter(batches, between, milliseconds)).toEqual(once)
    }),
    { numRuns: 12 },
  )
}, 30_000)

const rotated = (readings: Reading[], by: number) => [...readings.slice(by), ...readings.slice(0, by)]

function shuffled(readings: Reading[], seed: number): Reading[] {
  const keyed = readings.map((reading, i) => ({ reading, key: Math.imul(i + 1, 0x9e3779b1) ^ Math.imul(seed, i + 77) }))
  return keyed.sort((a, b) => a.key - b.key).map(({ reading }) => reading)
}

test('the same reading again is a duplicate and changes nothing', async () => {
  const database = await openWithController()
  const [first] = await ingest(database, [request(twoHives())])
  await fold(database)
  const again = await ingest(database, [request(twoHives()), request(twoHives().reverse())])
  expect(first).toMatchObject({ status: 'stored', accepted: 576, duplicates: 0 })
  expect(again).toMatchObject([
    { accepted: 0, duplicates: 576 },
    { accepted: 0, duplicates: 576 },
  ])
  expect(await database.db.selectFrom('inbox').select('id').execute()).toHaveLength(1)
})

test('one request that holds a reading twice takes it once', async () => {
  const database = await openWithController()
  const reading = { time: iso(start), channel: 1, weight: 40 }
  const [outcome] = await ingest(database, [request([reading, { ...reading, weight: 41 }])])
  expect(outcome).toMatchObject({ accepted: 1, duplicates: 1 })
})

test('a channel without a scale gets one, named after it and typed by what it sends', async () => {
  const database = await openWithController()
  await ingest(database, [
    request([
      { time: iso(start), channel: 3, weight: 40 },
      { time: iso(start), channel: 5, temperature: 12 },
    ]),
  ])
  const scales = await database.db.selectFrom('scale').select(['channel', 'name', 'type', 'state']).execute()
  expect(scales).toEqual([
    { channel: 3, name: 'Stockwaage 3', type: 'weight', state: 'active' },
    { channel: 5, name: 'Stockwaage 5', type: 'thermometer', state: 'active' },
  ])
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
  const readings = [1, 2, 3].map((channel) => ({ time: iso(start), channel, weight: 40 }))
  const [outcome] = await ingest(database, [request(readings)])
  expect(outcome).toMatchObject({
    accepted: 1,
    rejected: [
      { index: 0, code: 'scale_archived' },
      { index: 1, code: 'scale_deactivated' },
    ],
  })
})

test('combined load cells are one scale; a lone cell is turned away', async () => {
  const database = await openWithController({ loadCells: 2 })
  const readings = [1, 2, 3].map((channel) => ({ time: iso(start), channel, weight: 20 }))
  const [outcome] = await ingest(database, [request(readings)])
  expect(outcome).toMatchObject({ accepted: 2, rejected: [{ index: 2, code: 'load_cells_incomplete' }] })
  await fold(database)
  const last = await database.db.selectFrom('scale_last').select('weight_grams').execute()
  expect(last).toEqual([{ weight_grams: 40_000 }])
})

test('a wrong key or a foreign IMEI is refused, an ended subscription stores nothing', async () => {
  const database = await openWithController({ subscriptionEndsAt: nowMs })
  const readings = twoHives()
  const outcomes = await ingest(database, [
    request(readings, { deviceKeyHash: hashToken('other') }),
    request(readings, { imei: '356938035643800' }),
    request(readings),
  ])
  expect(outcomes).toEqual([
    { status: 'refused', code: 'device_key_wrong' },
    { status: 'refused', code: 'imei_imsi_mismatch' },
    { status: 'expired', updateInterval: 1 },
  ])
  expect(await database.db.selectFrom('inbox').select('id').execute()).toEqual([])
})

test('battery and signal are kept once in the series of the controller', async () => {
  const database = await openWithController()
  await ingest(database, [request(twoHives()), request(twoHives())])
  await fold(database)
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
    last_seen_at: nowMs,
  })
})

test('what the inbox still holds after a crash is folded at the next start, and again changes nothing', async () => {
  const database = await openWithController()
  await ingest(database, [request(twoHives())])
  await fold(database)
  expect(await database.write('recover', undefined)).toEqual({ requests: 1 })
  await fold(database)
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

test('a request that came after the fold stays in the inbox until it is folded itself', async () => {
  const database = await openWithController()
  const inbox = () => database.db.selectFrom('inbox').select('id').execute()
  const later = { time: iso(start + 86_400), channel: 1, weight: 44 }
  await ingest(database, [request([{ ...later, time: iso(start) }])])
  await fold(database)
  await ingest(database, [request([later])])
  await database.write('rollUp', undefined)
  expect(await inbox()).toHaveLength(1)
  expect(await database.write('fold', { nowMs })).toMatchObject({ isRoundOver: true, more: false })
  await database.write('rollUp', undefined)
  expect(await inbox()).toEqual([])
})

test('who was heard of is known though nothing was folded', async () => {
  const database = await openWithController()
  await ingest(database, [request([{ time: iso(start), channel: 1, weight: 43 }])])
  const seen = () => database.db.selectFrom('controller').select(['last_seen_at', 'battery_mv']).execute()
  expect(await seen()).toEqual([{ last_seen_at: null, battery_mv: null }])
  await database.write('writeContacts', undefined)
  expect(await seen()).toEqual([{ last_seen_at: nowMs, battery_mv: 3910 }])
  expect(await database.db.selectFrom('tile').select('from').execute()).toEqual([])
  await database.write('fold', { nowMs })
  expect(await seen()).toEqual([{ last_seen_at: nowMs, battery_mv: 3910 }])
  await database.close()
})
