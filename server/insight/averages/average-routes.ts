import { Hono } from 'hono'
import { AVERAGES_MAXIMUM_DAYS, RegionAverage, RegionAverageQuery } from '#domain/insight/regional-average.ts'
import { DAY_MS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Env } from '../../platform/http/env.ts'
import { requireAccount, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { readRegionalAverage } from './read-regional-average.ts'

const DEFAULT_DAYS = 365

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

export const averageRoutes = (deps: Deps) =>
  new Hono<Env>().get(
    '/regionaverage',
    answers(
      'region',
      'Daily gains of the hives of a region, net of interventions; by default for the last year',
      RegionAverage,
    ),
    requireAccount,
    validate('query', RegionAverageQuery),
    async (c) => {
      const { to = dayOf(deps.clock.now() + DAY_MS), ...query } = c.req.valid('query')
      const from = query.from ?? dayOf(Date.parse(to) - DEFAULT_DAYS * DAY_MS)
      const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
      if (days < 0) throw new AppError(400, 'invalid_query')
      if (days > AVERAGES_MAXIMUM_DAYS) throw new AppError(400, 'range_too_large')
      return c.json(await readRegionalAverage(deps, signedIn(c), { ...query, from, to }))
    },
  )
