import { afterAll, beforeAll, expect, test } from 'vitest'
import { type PostgresCluster, startCluster } from '../../tests/support/server/postgres-cluster.ts'
import { createPostgresTileStore } from '../hives/readings/store/postgres-tile-store.ts'
import { STARTS_AHEAD } from '../hives/readings/store/tile-store.ts'
import { type BlockingPostgres, connectBlocking } from '../platform/db/blocking-postgres.ts'
import { upgradePostgres } from './open-postgres.ts'

const DAY = 86_400

let cluster: PostgresCluster
let connection: BlockingPostgres
beforeAll(async () => {
  cluster = await startCluster()
  await upgradePostgres(cluster.url('postgres'))
  connection = connectBlocking(cluster.url('postgres'))
})
afterAll(async () => {
  connection.close()
  await cluster.stop()
})

test('returns for many scales at once where detection continues, each from its newest checkpoint up to the day', () => {
  const store = createPostgresTileStore(connection)
  const days = Array.from({ length: 12 }, (_, day) => day * DAY)
  const written = connection.transaction(() => {
    const bytes = new Uint8Array([1])
    store.writeTiles(
      [1, 2, 3].flatMap((seriesId) => days.map((from) => ({ seriesId, level: 'raw', from, bytes }) as const)),
    )
    store.writeTiles([{ seriesId: 1, level: 'hour', from: 0, bytes }])
    const checkpoint = (scaleId: number, day: number) => ({
      scaleId,
      from: day * DAY,
      state: new Uint8Array([scaleId, day]),
    })
    store.writeCheckpoints([checkpoint(1, 0), checkpoint(1, 9), checkpoint(1, 11), checkpoint(2, 3)])
    // the question sees the writes that were sent along with it
    return store.pasts([1, 2, 3, 4].map((scaleId) => ({ scaleId, day: 10 * DAY })))
  })
  expect(written.immediate()).toEqual(
    new Map([
      [1, { day: 10 * DAY, checkpoint: { from: 9 * DAY, state: new Uint8Array([1, 9]) }, starts: days.slice(9) }],
      [
        2,
        {
          day: 10 * DAY,
          checkpoint: { from: 3 * DAY, state: new Uint8Array([2, 3]) },
          starts: days.slice(3, 3 + STARTS_AHEAD),
        },
      ],
      [3, { day: 10 * DAY, checkpoint: undefined, starts: days.slice(10) }],
      [4, { day: 10 * DAY, checkpoint: undefined, starts: [] }],
    ]),
  )
  expect(store.pasts([])).toEqual(new Map())
})
