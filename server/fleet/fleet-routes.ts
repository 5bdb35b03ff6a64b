import { Hono } from 'hono'
import { Fleet } from '#domain/fleet.ts'
import { answers } from '../http/answers.ts'
import type { Deps } from '../http/deps.ts'
import type { Env } from '../http/env.ts'
import { requireAccount, requireAdmin } from '../http/require-account.ts'
import { readTroubles } from '../operations/read-troubles.ts'

export const fleetRoutes = ({
  database,
  clock,
  config,
  troubles,
}: Pick<Deps, 'database' | 'clock' | 'config' | 'troubles'>) =>
  new Hono<Env>().get(
    '/admin/fleet',
    answers('fleet', 'What there is to do for all transmitters', Fleet),
    requireAccount,
    requireAdmin,
    async (c) => {
      const fleet = await database.read('fleet', { nowMs: clock.now(), subscriptions: config.subscriptions })
      return c.json({ ...fleet, troubles: await readTroubles({ database, clock, troubles }) })
    },
  )
