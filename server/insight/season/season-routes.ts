import { Hono } from 'hono'
import { Season } from '#domain/insight/season-advice.ts'
import type { Deps } from '../../deps.ts'
import type { Env } from '../../platform/http/env.ts'
import { requireAccount, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { adviseAccount } from './advise-account.ts'

export const seasonRoutes = (deps: Pick<Deps, 'database' | 'clock'>) =>
  new Hono<Env>().get(
    '/season',
    answers('season', 'One sentence about each hive: what to do, or what is known about its stores', Season),
    requireAccount,
    async (c) => c.json(await adviseAccount(deps, signedIn(c))),
  )
