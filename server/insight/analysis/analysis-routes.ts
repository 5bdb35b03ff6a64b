import { Hono } from 'hono'
import { Analysis, AnalysisQuery } from '#domain/insight/analysis.ts'
import { RankingQuery, SeasonRanking } from '#domain/insight/season-ranking.ts'
import { matchesSearch } from '#domain/platform/search-words.ts'
import type { Deps } from '../../deps.ts'
import type { Env } from '../../platform/http/env.ts'
import { requireAccount, requireAdmin, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { analyzeSeason } from './analyze-season.ts'
import { createSeasonRanking } from './season-ranking.ts'

export const analysisRoutes = (deps: Deps) => {
  const rankingOf = createSeasonRanking(deps)
  return new Hono<Env>()
    .get(
      '/analysis',
      answers('analysis', 'The season of scales: gains, flows, the preceding winter, foragers and nights', Analysis),
      requireAccount,
      validate('query', AnalysisQuery),
      async (c) => {
        const { days, ...query } = c.req.valid('query')
        return c.json(await analyzeSeason(deps, signedIn(c), { ...query, days: days === 'true' }))
      },
    )
    .get(
      '/admin/analysis',
      answers(
        'analysis',
        'Which hives of all transmitters gained the most in a season, and how the regions did',
        SeasonRanking,
      ),
      requireAccount,
      requireAdmin,
      validate('query', RankingQuery),
      async (c) => {
        const {
          year = new Date(deps.clock.now()).getUTCFullYear(),
          region,
          q = '',
          limit,
          cursor = 0,
        } = c.req.valid('query')
        const { ranked, ...ranking } = await rankingOf(year)
        const chosen = ranked.filter(
          ({ regionId, name, controllerName, owner }) =>
            (region === undefined || regionId === region) &&
            matchesSearch(`${name} ${controllerName} ${owner ?? ''}`, q),
        )
        const items = chosen.slice(cursor, cursor + limit)
        const end = cursor + items.length
        return c.json({ ...ranking, items, nextCursor: end < chosen.length ? String(end) : null })
      },
    )
}
