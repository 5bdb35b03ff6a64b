import { Hono, type TypedResponse } from 'hono'
import { Dashboard, type DashboardController } from '#domain/insight/dashboard.ts'
import type { Deps } from '../../deps.ts'
import type { Env } from '../../platform/http/env.ts'
import { requireAccount, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'

/** Returns everything the three tile modes need in one call. */
export const dashboardRoutes = ({ database, clock, config }: Pick<Deps, 'database' | 'clock' | 'config'>) =>
  new Hono<Env>().get(
    '/dashboard',
    answers('dashboard', 'Your own and watched transmitters with their scales, as shown on the dashboard', Dashboard),
    requireAccount,
    async (c) => {
      const { subscriptions } = config
      const input = { account: signedIn(c), nowMs: clock.now(), subscriptions }
      const json = await database.read('dashboard', input)
      const response: Response = c.body(json, 200, { 'Content-Type': 'application/json' })
      // A reader thread has already made the text, so this thread need not; the type says what it contains.
      return response as Response & TypedResponse<DashboardController[], 200, 'json'>
    },
  )
