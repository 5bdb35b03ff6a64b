import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrivals, oddReadings, wayOf } from '../../tests/support/samples/odd-readings.ts'
import { storedAfter, twoHives, type Way } from '../../tests/support/samples/two-hives.ts'
import { type PostgresCluster, startCluster } from '../../tests/support/server/postgres-cluster.ts'
import type { Database } from './database.ts'
import { openMemoryDatabase } from './open-database.ts'
import { postgresInThisThread, upgradePostgres } from './open-postgres.ts'

let cluster: PostgresCluster
let made = 0
beforeAll(async () => {
  cluster = await startCluster()
  await cluster.admin('create database migrated')
  await upgradePostgres(cluster.url('migrated'))
})
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

test('in any order and any batches, PostgreSQL stores the same tiles, checkpoints and alarms as SQLite, byte for byte', async () => {
  const readings = twoHives()
  const expected = await onSqlite({ batches: [readings], between: 'fold at the end' })
  expect(expected.alarms).toHaveLength(1)
  expect(expected.checkpoints.length).toBeGreaterThan(0)
  await fc.assert(
    fc.asyncProperty(arrivals, async (arrival) => {
      expect(await onPostgres(wayOf(readings, arrival))).toEqual(expected)
    }),
    { numRuns: 8, endOnFailure: true },
  )
}, 120_000)

test('impossible values are stored alike by both, in any order', async () => {
  await fc.assert(
    fc.asyncProperty(oddReadings({ minLength: 20, maxLength: 200 }), arrivals, async (readings, arrival) => {
      const expected = await onSqlite({ batches: [readings], between: 'fold at the end' })
      expect(await onPostgres(wayOf(readings, arrival))).toEqual(expected)
    }),
    { numRuns: 8, endOnFailure: true },
  )
}, 120_000)
