import { type Context, Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import { pendingMigrations } from '../db/run-migrations.ts'
import { troubleWords } from '../loops/trouble-words.ts'
import { isFromThisMachine } from './connections/from-this-machine.ts'

const TOLD_AT_MOST = 50
const headers = { 'Cache-Control': 'no-store' }

/**
 * For process monitoring: `/healthz` says that it runs; `/readyz` that its database answers and is migrated and, among several
 * nodes, that this one may write: if not, another one may. `degraded`: it works, but something is wrong, such as a database that can only be
 * read; details are only given to this machine, as anybody may ask.
 */
export const healthRoutes = ({
  config,
  database,
  logger,
  troubles,
  ingest,
  isKeeper,
}: Pick<Deps, 'config' | 'database' | 'logger' | 'troubles'> & Partial<Pick<Deps, 'ingest' | 'isKeeper'>>) => {
  async function tellTroubles(c: Context, isReadOnly: boolean) {
    const open = await troubles.open()
    const told = open.slice(0, TOLD_AT_MOST).map(({ kind, subject, values }) => ({
      ...{ kind, subject },
      text: troubleWords('en', { kind, subject, values }).text,
    }))
    return {
      status: open.length === 0 && !isReadOnly ? 'ready' : 'degraded',
      ...(isReadOnly ? { readOnly: 'the database accepts no changes at the moment' } : {}),
      ...(ingest?.isRecovering() ? { recovering: 'what the inbox held at the start is being taken in' } : {}),
      ...(isFromThisMachine(c) ? { troubles: told } : {}),
    }
  }
  return new Hono()
    .get('/healthz', (c) => c.json({ status: 'ok' }, 200, headers))
    .get('/readyz', async (c) => {
      try {
        const pending = await pendingMigrations(database.db)
        const isReadOnly = isKeeper?.() === false
        if (isReadOnly && config.node.secret !== undefined) return c.json({ status: 'no keeper' }, 503, headers)
        return pending.length === 0
          ? c.json(await tellTroubles(c, isReadOnly), 200, headers)
          : c.json({ status: 'migrating' }, 503, headers)
      } catch (error) {
        logger.error({ err: error }, 'the database does not answer')
        return c.json({ status: 'database unavailable' }, 503, headers)
      }
    })
}
