import { Hono } from 'hono'
import { accepts } from 'hono/accepts'
import { describeRoute, resolver } from 'hono-openapi'
import {
  MIDNIGHTS_MAXIMUM_DAYS,
  MidnightValues,
  MidnightValuesQuery,
  SERIES_MAXIMUM,
  Timeline,
  TimelineQuery,
} from '#domain/hives/timeline.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { createFairTurns } from '../../platform/http/connections/fair-turns.ts'
import { createSendParts } from '../../platform/http/connections/send-parts.ts'
import type { Env } from '../../platform/http/env.ts'
import { IdParameter } from '../../platform/http/id-parameter.ts'
import { requireAccount, requireReader, signedIn } from '../../platform/http/require-account.ts'
import { answers } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { requireController } from '../controllers/visible-controllers.ts'
import { visibleScales } from '../scales/visible-scales.ts'
import { requireShared, requireVisible } from './require-series.ts'
import { timelineLayout } from './timeline-layout.ts'
import { zoneOf } from './zone-of-controller.ts'

const TILES = 'application/octet-stream'
const JSON_TYPE = 'application/json'
const DEFAULT_DAYS = 14
/** How many parts readers work on at a time, so that other reads wait for no more than these. */
const READ_AT_ONCE = 4

const describeTimeline = describeRoute({
  tags: ['timeline'],
  summary: 'Series of scales and of controllers, in whole tiles; those of a share with its token',
  security: [{ session: [] }, { shareToken: [] }],
  responses: {
    200: {
      description: timelineLayout,
      content: { [JSON_TYPE]: { schema: resolver(Timeline) }, [TILES]: { schema: { type: 'string' } } },
    },
  },
})

/** Routes for series as tiles or JSON, and for the weights at local midnight. */
export function timelineRoutes({
  database,
  clock,
  logger,
  ingest,
  skippedRevisions: skipped,
}: Pick<Deps, 'database' | 'clock' | 'logger' | 'ingest' | 'skippedRevisions'>) {
  const sendParts = createSendParts(logger)
  const reads = createFairTurns(READ_AT_ONCE, READ_AT_ONCE)
  return new Hono<Env>()
    .get('/timeline', describeTimeline, requireReader, validate('query', TimelineQuery), async (c) => {
      const { scales = [], controllers = [], ...range } = c.req.valid('query')
      if (scales.length + controllers.length > SERIES_MAXIMUM) throw new AppError(400, 'range_too_large')
      const share = c.get('share')
      const transmitters = share
        ? await requireShared(database, share, scales, controllers)
        : await requireVisible(database, signedIn(c), scales, controllers)
      await ingest.settled('briefly', transmitters)
      const type = accepts(c, { header: 'Accept', supports: [JSON_TYPE, TILES], default: JSON_TYPE })
      const format = type === TILES ? 'tiles' : 'json'
      const owner = share ? `share ${share.shareId}` : `account ${signedIn(c).accountId}`
      const period = share?.period
      const input = { ...range, scaleIds: scales, controllerIds: controllers, format, period, skipped } as const
      const { signal } = c.req.raw
      const answer = await reads.run(owner, signal, () => database.read('timeline', input))
      if ('tooLarge' in answer) throw new AppError(400, 'range_too_large')
      c.header('Vary', 'Accept, X-Share-Token')
      c.header('Cache-Control', 'private, no-store')
      const { plan, ...first } = answer
      let place = first.next
      const next = async () => {
        const part = await reads.run(owner, signal, () => database.read('timelinePart', { plan, place }))
        place = part.next
        return { bytes: part.bytes, isLast: place === undefined }
      }
      return sendParts(
        c,
        {
          owner,
          first: { bytes: first.bytes, isLast: place === undefined },
          next,
        },
        { 'Content-Type': type },
      )
    })
    .get(
      '/controller/:id/midnightvalues',
      answers('timeline', 'The weights of a transmitter’s scales at local midnight', MidnightValues),
      requireAccount,
      validate('param', IdParameter),
      validate('query', MidnightValuesQuery),
      async (c) => {
        const controller = await requireController(database.db, signedIn(c), c.req.valid('param').id, 'read')
        const now = Math.floor(clock.now() / 1000)
        const { to = { seconds: now }, from } = c.req.valid('query')
        const range = { to, from: from ?? { seconds: to.seconds - DEFAULT_DAYS * DAY_SECONDS } }
        const span = range.to.seconds - range.from.seconds
        if (span < 0) throw new AppError(400, 'invalid_query')
        if (span > MIDNIGHTS_MAXIMUM_DAYS * DAY_SECONDS) throw new AppError(400, 'range_too_large')
        const scales = await visibleScales(database.db, signedIn(c), [controller])
        const zone = await zoneOf(database.db, controller.row.primary_region_id)
        const scaleIds = scales.map(({ id }) => id)
        return c.json(await database.read('midnightValues', { scaleIds, zone, ...range, now }))
      },
    )
}
