import { Hono } from 'hono'
import { Analysis, AnalysisQuery } from '#domain/analysis.ts'
import { answers } from '../http/answers.ts'
import type { Deps } from '../http/deps.ts'
import type { Env } from '../http/env.ts'
import { requireAccount, signedIn } from '../http/require-account.ts'
import { validate } from '../http/validate.ts'
import { analyzeSeason } from './analyze-season.ts'

export const analysisRoutes = (deps: Deps) =>
  new Hono<Env>().get(
    '/analysis',
    answers('analysis', 'The season of scales: gains, flows, the winter before, foragers and nights', Analysis),
    requireAccount,
    validate('query', AnalysisQuery),
    async (c) => {
      const { days, ...query } = c.req.valid('query')
      return c.json(await analyzeSeason(deps, signedIn(c), { ...query, days: days === 'true' }))
    },
  )
