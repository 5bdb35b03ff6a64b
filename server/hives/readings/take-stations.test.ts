import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { decodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { ABSENT, type RawTile } from '#domain/hives/tiles/timeline-tile.ts'
import {
  addController,
  foldAll,
  HIVES_NOW_MS,
  HIVES_START,
  ingest,
  requestOf,
  type SentReading,
} from '../../../tests/support/samples/two-hives.ts'
import { openTestDatabase } from '../../../tests/support/server/test-database.ts'
import type { Database } from '../../store/database.ts'
import type { IngestRequest } from './request/ingest-request.ts'

const HOUR = 3600
const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
const silent = { battery: null, chipTemperature: null, signal: null, softwareVersion: null }
type Row = [hour: number, battery?: number, chipTemperature?: number, signal?: number]

/** A request in which the transmitter reports what it measured of itself, at hours after the start. */
const measured = (rows: readonly Row[], readings: SentReading[] = [], over: Partial<IngestRequest> = {}) =>
  requestOf(readings, {
    ...silent,
    stations: Float64Array.from(
      rows.flatMap(([hour, battery, chip, signal]) => [
        HIVES_START + hour * HOUR,
        ...[battery, chip, signal].map((value) => value ?? Number.NaN),
      ]),
    ),
    ...over,
  })

async function openWithController(): Promise<Database> {
  const database = await openTestDatabase()
  onTestFinished(() => database.close())
  await addController(database)
  return database
}

/** The controller's own series: hour, temperature, battery and signal. */
async function kept({ db }: Database): Promise<(number | null)[][]> {
  const stored = await db
    .selectFrom('tile')
    .select(['from', 'bytes'])
    .where('scale_id', '=', -1)
    .where('level', '=', 0)
    .execute()
  return stored
    .map(({ bytes }) => decodeTile(bytes) as RawTile)
    .flatMap(({ from, time, columns }) =>
      Array.from(time, (seconds, row) => {
        const values = [columns.temperature, columns.battery, columns.signal].map((column) => column?.[row] ?? ABSENT)
        return [(from + seconds - HIVES_START) / HOUR, ...values.map((value) => (value === ABSENT ? null : value))]
      }),
    )
    .sort((a, b) => a[0]! - b[0]!)
}

const now = ({ db }: Database) =>
  db
    .selectFrom('controller')
    .select(['battery_mv', 'chip_temperature_centi', 'signal_dbm', 'station_measured_at'])
    .executeTakeFirstOrThrow()

test('each value is stored at the time it was measured, even beside a reading of the transmitter itself', async () => {
  const database = await openWithController()
  const own = { time: iso(HIVES_START + HOUR), channel: 0, temperature: 18 }
  const request = measured(
    [
      [0, 3900],
      [1, 3890, 2000, -70],
      [30, 3880, 1500],
    ],
    [own],
  )
  await ingest(database, [request, request])
  await foldAll(database)
  expect(await kept(database)).toEqual([
    [0, null, 3900, null],
    [1, 1800, 3890, -70],
    [30, 1500, 3880, null],
  ])
  expect(await now(database)).toEqual({
    ...{ battery_mv: 3880, chip_temperature_centi: 1500, signal_dbm: -70 },
    station_measured_at: HIVES_START + 30 * HOUR,
  })
})

test('values of the request itself are stored once, together with what was measured at that time', async () => {
  const database = await openWithController()
  await ingest(database, [
    measured(
      [
        [0, 3900],
        [1, 3890],
      ],
      [{ time: iso(HIVES_START + HOUR), channel: 1, weight: 40 }],
      { signal: -97 },
    ),
  ])
  await foldAll(database)
  expect(await kept(database)).toEqual([
    [0, null, 3900, null],
    [1, null, 3890, -97],
  ])
})

test('any number of rows, in any requests, are stored once each', async () => {
  const database = await openWithController()
  const hours = fc.uniqueArray(fc.integer({ min: 0, max: 80 }), { maxLength: 20 })
  const all = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(fc.array(hours, { maxLength: 4 }), async (requests) => {
      const battery = (hour: number) => 3000 + hour
      for (const some of requests) for (const hour of some) all.set(hour, battery(hour))
      const sorted = requests.map((some) => some.toSorted((a, b) => a - b).map((hour): Row => [hour, battery(hour)]))
      await ingest(
        database,
        sorted.map((rows) => measured(rows)),
      )
      await foldAll(database)
      expect((await kept(database)).map(([hour, , millivolts]) => [hour, millivolts])).toEqual(
        [...all].sort((a, b) => a[0] - b[0]),
      )
    }),
    { numRuns: 20 },
  )
})

test("an old table does not set the transmitter's current state, whether it comes with the next request or a day later", async () => {
  const database = await openWithController()
  const old = measured([[0, 3100, 500]])
  await ingest(database, [requestOf([], { ...silent, battery: 3950 }), old])
  await foldAll(database)
  const held = { battery_mv: 3950, chip_temperature_centi: 500, station_measured_at: HIVES_NOW_MS / 1000 }
  expect(await now(database)).toMatchObject(held)
  await ingest(database, [old])
  await foldAll(database)
  expect(await now(database)).toMatchObject(held)
})

test('what was measured later counts, in any order', async () => {
  const database = await openWithController()
  for (const hours of [[3], [1, 5], [4], [2]]) {
    await ingest(database, [measured(hours.map((hour): Row => [hour, 3000 + hour]))])
    await foldAll(database)
  }
  expect(await now(database)).toMatchObject({ battery_mv: 3005, station_measured_at: HIVES_START + 5 * HOUR })
})

test('a clock that was a year ahead blocks nothing once it is right', async () => {
  const database = await openWithController()
  const ahead = HIVES_NOW_MS + 365 * 86_400_000
  await ingest(database, [requestOf([], { ...silent, battery: 3950, receivedAt: ahead })])
  await foldAll(database)
  await ingest(database, [measured([[1, 3900]])])
  await foldAll(database)
  expect(await now(database)).toMatchObject({ battery_mv: 3900, station_measured_at: HIVES_START + HOUR })
})
