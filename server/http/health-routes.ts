import { Hono } from 'hono'
import { pendingMigrations } from '../db/run-migrations.ts'
import type { Deps } from './deps.ts'

/** For whoever watches over the process: `/healthz`, it runs; `/readyz`, its database answers and is migrated. */
export const healthRoutes = ({ database, logger }: Pick<Deps, 'database' | 'logger'>) =>
  new Hono()
    .get('/healthz', (c) => c.json({ status: 'ok' }, 200, { 'Cache-Control': 'no-store' }))
    .get('/readyz', async (c) => {
      try {
        const pending = await pendingMigrations(database.db)
        const ready = pending.length === 0
        return c.json({ status: ready ? 'ready' : 'migrating' }, ready ? 200 : 503, { 'Cache-Control': 'no-store' })
      } catch (error) {
        logger.error({ err: error }, 'the database does not answer')
        return c.json({ status: 'database unavailable' }, 503, { 'Cache-Control': 'no-store' })
      }
    })
