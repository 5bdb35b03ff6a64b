import { Hono } from 'hono'
import { FLEET_ROWS, Fleet } from '#domain/operations/fleet.ts'
import type { Deps } from '../../deps.ts'
import type { Env } from '../../platform/http/env.ts'
import { requireAccount, requireAdmin } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { readTroubles } from '../upkeep/troubles/read-troubles.ts'
import { findSilent } from './find-silent.ts'

export const fleetRoutes = (deps: Pick<Deps, 'database' | 'clock' | 'config' | 'listening' | 'troubles'>) =>
  new Hono<Env>().get(
    '/admin/fleet',
    answers('fleet', 'Open tasks for all transmitters', Fleet),
    requireAccount,
    requireAdmin,
    async (c) => {
      const ids = await findSilent(deps)
      const fleet = await deps.database.read('fleet', {
        nowMs: deps.clock.now(),
        subscriptions: deps.config.subscriptions,
        silent: { count: ids.length, ids: ids.slice(0, FLEET_ROWS) },
      })
      return c.json({ ...fleet, troubles: await readTroubles(deps) })
    },
  )
