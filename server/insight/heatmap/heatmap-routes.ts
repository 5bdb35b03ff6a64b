import { Hono } from 'hono'
import { HeatmapMap, HeatmapMapQuery } from '#domain/insight/heatmap.ts'
import type { Deps } from '../../deps.ts'
import { visibleControllers } from '../../hives/controllers/visible-controllers.ts'
import { visibleScales } from '../../hives/scales/visible-scales.ts'
import type { Env } from '../../platform/http/env.ts'
import { requireAccount, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'

/** The days of a season on a map; the calendar is drawn from the tiles of the timeline. */
export const heatmapRoutes = ({ database, clock }: Pick<Deps, 'database' | 'clock'>) =>
  new Hono<Env>().get(
    '/heatmap/map',
    answers(
      'heatmap',
      'Daily gains: individually for your own and watched scales, as regional means for all others',
      HeatmapMap,
    ),
    requireAccount,
    validate('query', HeatmapMapQuery),
    async (c) => {
      const account = signedIn(c)
      const controllers = await visibleControllers(database.db, account)
      const regions = new Map(controllers.map(({ id, row }) => [id, row.primary_region_id]))
      const scales = (await visibleScales(database.db, account, controllers))
        .filter(({ row }) => row.type === 'weight' && row.state !== 'archived')
        .map(({ id, controllerId }) => ({ id, regionId: regions.get(controllerId) ?? null }))
      const now = Math.floor(clock.now() / 1000)
      return c.json(await database.read('heatmapMap', { scales, ...c.req.valid('query'), now }))
    },
  )
