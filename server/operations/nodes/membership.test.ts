import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresCluster, startCluster } from '../../../tests/support/server/postgres-cluster.ts'
import { DatabaseError, type Statement } from '../../platform/db/lane.ts'
import { createPostgresLane, type PostgresLane } from '../../platform/db/postgres-lane.ts'
import { openPool } from '../../platform/db/postgres-pool.ts'
import { silentLogger } from '../../platform/runtime/logger.ts'
import { postgresKysely } from '../../store/connect-postgres.ts'
import { upgradePostgres } from '../../store/open-postgres.ts'
import { joinNodes } from './membership.ts'
import type { Keeper } from './node-queries.ts'

let cluster: PostgresCluster
let lane: PostgresLane
beforeAll(async () => {
  cluster = await startCluster()
  const url = cluster.url('postgres')
  await upgradePostgres(url)
  lane = await openLane(url)
})
afterAll(async () => {
  await lane.close()
  await cluster.stop()
})
const openLane = async (url: string) => createPostgresLane(await openPool(url, { max: 2 }))

test('a node that becomes the keeper begins to work, even if its connection breaks right after the claim', async () => {
  let looks = 0
  async function execute(statement: Statement) {
    const isLook = statement.sql.includes('from "keeping" as "k"')
    if (isLook && ++looks === 2) throw new DatabaseError('08006', 'the connection was lost')
    return lane.execute(statement)
  }
  const db = postgresKysely({ ...lane, execute }, { count: 0 })
  const node = { id: 'a', session: 'of a', address: 'http://a:8080', version: '1' }
  const begun = Promise.withResolvers<Keeper>()
  const membership = await joinNodes(
    { db, node, leaseMs: 6000, logger: silentLogger() },
    {
      onKeeping: begun.resolve,
      onLost: () => undefined,
      onDoubled: () => undefined,
      onKeeper: () => undefined,
      mayKeep: () => true,
    },
  )
  expect(membership.isKeeper()).toBe(false)
  expect(await begun.promise).toMatchObject({ holder: 'a', isOver: false })
  expect(membership.isKeeper()).toBe(true)
  await membership.stop()
})
