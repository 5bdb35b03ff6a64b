import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Troubles } from '#domain/platform/trouble.ts'
import { openTestDatabase } from '../../../tests/support/server/test-database.ts'
import { createTroubles } from '../../operations/upkeep/troubles/troubles.ts'
import { readConfig } from '../config/config.ts'
import { fixedClock } from '../runtime/clock.ts'
import { silentLogger } from '../runtime/logger.ts'
import { healthRoutes } from './health-routes.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
let troubles: Troubles
let app: ReturnType<typeof healthRoutes>
const config = readConfig({})

beforeEach(async () => {
  database = await openTestDatabase()
  const logger = silentLogger()
  troubles = createTroubles({ database, clock: fixedClock(0), logger })
  app = healthRoutes({ config, database, logger, troubles })
})
afterEach(async () => {
  await troubles.stop()
  await database.close()
})

const answer = async (path: string) => {
  const response = await app.request(path)
  return { status: response.status, body: await response.json() }
}

it('says that the process runs, whatever the database does', async () => {
  await database.db.schema.dropTable('kysely_migration').execute()
  expect(await answer('/healthz')).toEqual({ status: 200, body: { status: 'ok' } })
})

it('is ready when the database answers and is migrated', async () => {
  expect(await answer('/readyz')).toEqual({ status: 200, body: { status: 'ready' } })
})

it('is not ready while a migration is missing', async () => {
  const migrations = database.db.withTables<{ kysely_migration: { name: string } }>()
  await migrations.deleteFrom('kysely_migration').where('name', '=', '0001-account').execute()
  expect(await answer('/readyz')).toEqual({ status: 503, body: { status: 'migrating' } })
})

it('is not ready while another node may write and it may not, as on a read-only PostgreSQL standby', async () => {
  let isKeeper = false
  const NODE_SECRET = 'x'.repeat(32)
  const node = { DATABASE_URL: 'postgres://localhost/hives', NODE_ADDRESS: 'http://10.0.0.1:8080', NODE_SECRET }
  const shared = { config: readConfig(node), database, logger: silentLogger(), troubles }
  app = healthRoutes({ ...shared, isKeeper: () => isKeeper })
  expect(await answer('/readyz')).toEqual({ status: 503, body: { status: 'no keeper' } })
  isKeeper = true
  expect((await answer('/readyz')).status).toBe(200)
})

it('stays in service alone on a read-only PostgreSQL, since it still shows what was stored', async () => {
  app = healthRoutes({ config, database, logger: silentLogger(), troubles, isKeeper: () => false })
  expect(await answer('/readyz')).toEqual({
    status: 200,
    body: { status: 'degraded', readOnly: 'the database accepts no changes at the moment' },
  })
})

it('is not ready when the database does not answer, and does not say why', async () => {
  await database.db.schema.dropTable('kysely_migration').execute()
  expect(await answer('/readyz')).toEqual({ status: 503, body: { status: 'database unavailable' } })
})
