import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresCluster, startCluster } from '../../tests/support/postgres-cluster.ts'
import {
  cutAt,
  HIVES_START,
  inOrder,
  type Order,
  type SentReading,
  storedAfter,
  twoHives,
  type Way,
} from '../../tests/support/two-hives.ts'
import type { Database } from './database.ts'
import { openMemoryDatabase } from './open-database.ts'
import { postgresInThisThread, upgradePostgres } from './open-postgres.ts'

let cluster: PostgresCluster
let made = 0
beforeAll(async () => {
  cluster = await startCluster()
  await cluster.admin('create database migrated')
  await upgradePostgres(cluster.url('migrated'))
}, 60_000)
afterAll(() => cluster.stop(), 60_000)

async function openPostgresCopy(): Promise<Database> {
  const name = `copy_${++made}`
  await cluster.admin(`create database ${name} template migrated strategy file_copy`)
  const database = await postgresInThisThread(cluster.url(name))
  return {
    ...database,
    async close() {
      await database.close()
      await cluster.admin(`drop database ${name} with (force)`)
    },
  }
}

const onSqlite = async (way: Way) => storedAfter(await openMemoryDatabase(), way)
const onPostgres = async (way: Way) => storedAfter(await openPostgresCopy(), way)

const orders: fc.Arbitrary<Order> = fc.oneof(
  fc.integer().map((seed) => ({ shuffledBy: seed })),
  fc.nat(600).map((by) => ({ rotatedBy: by })),
)
const cuts = fc.array(fc.nat(600), { minLength: 1, maxLength: 8 })
const foldings = fc.constantFrom('fold each' as const, 'fold at the end' as const)
const durations = fc.constantFrom(0, 1, 25)

test('in any order and any batches PostgreSQL keeps the tiles, checkpoints and alarms of SQLite, byte for byte', async () => {
  const readings = twoHives()
  const expected = await onSqlite({ batches: [readings], between: 'fold at the end' })
  expect(expected.alarms).toHaveLength(1)
  expect(expected.checkpoints.length).toBeGreaterThan(0)
  await fc.assert(
    fc.asyncProperty(orders, cuts, foldings, durations, async (order, at, between, milliseconds) => {
      const batches = cutAt(inOrder(readings, order), at)
      expect(await onPostgres({ batches, between, milliseconds })).toEqual(expected)
    }),
    { numRuns: 8, endOnFailure: true },
  )
}, 120_000)

/** What a broken scale might send: jumps of any size, gaps, values left out, and days that lie apart. */
const oddReadings: fc.Arbitrary<SentReading[]> = fc
  .uniqueArray(
    fc.record(
      {
        minute: fc.nat(3 * 1440),
        channel: fc.constantFrom(1, 2),
        weight: fc.integer({ min: -50_000, max: 250_000 }),
        temperature: fc.integer({ min: -4000, max: 8000 }),
        humidity: fc.nat(1000),
      },
      { requiredKeys: ['minute', 'channel'] },
    ),
    { selector: ({ minute, channel }) => `${minute} ${channel}`, minLength: 20, maxLength: 200, size: 'max' },
  )
  .map((readings) =>
    readings
      .toSorted((a, b) => a.minute - b.minute || a.channel - b.channel)
      .map(({ minute, channel, weight, temperature, humidity }) => ({
        time: new Date((HIVES_START + minute * 60) * 1000).toISOString(),
        channel,
        ...(weight === undefined ? {} : { weight: weight / 1000 }),
        ...(temperature === undefined ? {} : { temperature: temperature / 100 }),
        ...(humidity === undefined ? {} : { humidity: humidity / 10 }),
      })),
  )

test('what cannot be in nature is kept alike by both', async () => {
  await fc.assert(
    fc.asyncProperty(oddReadings, cuts, foldings, durations, async (readings, at, between, milliseconds) => {
      const batches = cutAt(readings, at)
      const expected = await onSqlite({ batches: [readings], between: 'fold at the end' })
      expect(await onPostgres({ batches, between, milliseconds })).toEqual(expected)
    }),
    { numRuns: 8, endOnFailure: true },
  )
}, 120_000)
