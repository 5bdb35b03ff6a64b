import { Hono } from 'hono'
import { Fleet } from '#domain/fleet.ts'
import { answers } from '../http/answers.ts'
import type { Deps } from '../http/deps.ts'
import type { Env } from '../http/env.ts'
import { requireAccount, requireAdmin } from '../http/require-account.ts'

export const fleetRoutes = ({ database, clock, config }: Pick<Deps, 'database' | 'clock' | 'config'>) =>
  new Hono<Env>().get(
    '/admin/fleet',
    answers('fleet', 'What there is to do for all transmitters', Fleet),
    requireAccount,
    requireAdmin,
    async (c) => c.json(await database.read('fleet', { nowMs: clock.now(), subscriptions: config.subscriptions })),
  )
