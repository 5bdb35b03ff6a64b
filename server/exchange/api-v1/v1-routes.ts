import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import type { Alarm } from '#domain/alerts/alarm.ts'
import {
  V1_ROWS_MAXIMUM,
  type V1Alarm,
  V1AlarmList,
  V1FiguresList,
  V1MidnightList,
  V1ReadingList,
  type V1Scale,
  V1ScaleList,
  v1DaysMaximum,
} from '#domain/exchange/api-v1.ts'
import { levels } from '#domain/hives/tiles/timeline-tile.ts'
import type { MidnightBound } from '#domain/hives/timeline.ts'
import { Day } from '#domain/platform/moment.ts'
import { readAllAlarms } from '../../alerts/alarms/read-alarms.ts'
import type { Deps } from '../../deps.ts'
import { visibleControllers } from '../../hives/controllers/visible-controllers.ts'
import { createFairTurns } from '../../platform/http/connections/fair-turns.ts'
import { IdListText, IdText } from '../../platform/http/id-parameter.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { describeV1 } from './describe-v1.ts'
import { pageAfter } from './page-after.ts'
import { readV1Figures } from './read-v1-figures.ts'
import { readV1Midnights } from './read-v1-midnights.ts'
import { spanOf, spanQuery, withRunning } from './span-of.ts'
import { type Row, type TableFormat, tableText } from './table-text.ts'
import { createTokenAccess, type TokenEnv } from './token-access.ts'
import { v1Examples } from './v1-examples.ts'
import { v1Scales } from './v1-scales.ts'

/** Scripts of one account wait for each other, and all scripts together leave reader threads free for the app. */
const READ_AT_ONCE = 2
const USUAL_DAYS = { readings: 7, midnights: 14, alarms: 30 }

const pageQuery = {
  format: v.optional(v.picklist(['json', 'csv']), 'json'),
  limit: v.optional(v.pipe(IdText, v.maxValue(V1_ROWS_MAXIMUM)), String(V1_ROWS_MAXIMUM)),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(200))),
}
const scales = v.optional(IdListText)
const PageQuery = v.object(pageQuery)
const SpanQuery = v.object({ scales, ...spanQuery, ...pageQuery })
const ReadingsQuery = v.object({ scales, level: v.optional(v.picklist(levels), 'hour'), ...spanQuery, ...pageQuery })

/** Sends rows in the requested format; CSV has no place for the cursor except a header. */
function send(c: Context, text: string, { format, nextCursor }: { format: TableFormat; nextCursor: string | null }) {
  if (format === 'csv' && nextCursor !== null) c.header('X-Next-Cursor', nextCursor)
  return c.body(text, 200, { 'Content-Type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json' })
}

type Paging = { format: TableFormat; limit: number; cursor?: string | undefined }

function sendPage<T extends Row>(
  c: Context,
  all: readonly T[],
  nameOf: (row: T) => string,
  { example, ...paging }: Paging & { example: Row },
) {
  const { rows, nextCursor } = pageAfter(all, nameOf, paging)
  const { format } = paging
  return send(c, tableText(rows, { columns: Object.keys(example), format, nextCursor }), { format, nextCursor })
}

/** What scripts and spreadsheets can read with a token; weights in kg, times in ISO 8601. */
export function v1Routes(deps: Pick<Deps, 'database' | 'clock' | 'config'>) {
  const { database, clock, config } = deps
  const { db } = database
  const withScope = createTokenAccess(deps)
  const turns = createFairTurns(READ_AT_ONCE, 1)
  const inTurn = <T>(c: Context<TokenEnv>, read: () => Promise<T>) =>
    turns.run(String(c.get('token').account.accountId), c.req.raw.signal, read)
  const spanFrom = (query: Parameters<typeof spanOf>[0], usualDays: number, maximumDays: number = v1DaysMaximum.hour) =>
    spanOf(query, { now: clock.now(), usualDays, maximumDays })

  return new Hono<TokenEnv>()
    .get(
      '/v1/scales',
      describeV1('Your own and watched scales, except archived ones', 'scales', V1ScaleList, v1Examples.scale),
      withScope('scales'),
      validate('query', PageQuery),
      async (c) => {
        const seen = await v1Scales(db, c.get('token').account, undefined)
        const rows = seen.map(({ scale, controller }): V1Scale => {
          const { latitude, longitude, id, name } = controller.row
          const { id: scaleId, name: scaleName, type, state, channel } = scale.row
          const place = { transmitterId: id, transmitter: name, latitude, longitude }
          return { id: scaleId, name: scaleName, type, state, channel, ...place }
        })
        return sendPage(c, rows, ({ id }) => String(id), { ...c.req.valid('query'), example: v1Examples.scale })
      },
    )
    .get(
      '/v1/readings',
      describeV1('Readings, hours or days of scales', 'readings', V1ReadingList, v1Examples.reading),
      withScope('readings'),
      validate('query', ReadingsQuery),
      async (c) => {
        const { scales, level, format, limit, cursor, ...asked } = c.req.valid('query')
        const span = withRunning(spanFrom(asked, USUAL_DAYS.readings, v1DaysMaximum[level]), level, clock.now())
        const seen = await v1Scales(db, c.get('token').account, scales)
        const named = seen.map(({ scale }) => ({ id: scale.id, name: scale.row.name }))
        const input = { scales: named, ...span, level, limit, cursor, format }
        const { text, nextCursor } = await inTurn(c, () => database.read('v1Readings', input))
        return send(c, text, { format, nextCursor })
      },
    )
    .get(
      '/v1/midnights',
      describeV1('Weights at local midnight', 'readings', V1MidnightList, v1Examples.midnight),
      withScope('readings'),
      validate('query', SpanQuery),
      async (c) => {
        const { scales, ...query } = c.req.valid('query')
        const span = spanFrom(query, USUAL_DAYS.midnights)
        // days are local, as in the answer
        const bound = (seconds: number, asked?: string): MidnightBound =>
          asked && v.is(Day, asked) ? { seconds, date: asked } : { seconds }
        const range = { from: bound(span.from, query.from), to: bound(span.to, query.to) }
        const seen = await v1Scales(db, c.get('token').account, scales)
        const now = Math.floor(clock.now() / 1000)
        const rows = await inTurn(c, () => readV1Midnights(database, seen, { ...range, now }))
        const paging = { ...query, example: v1Examples.midnight }
        return sendPage(c, rows, ({ scaleId, date }) => `${scaleId} ${date}`, paging)
      },
    )
    .get(
      '/v1/figures',
      describeV1('The dashboard data of each scale', 'readings', V1FiguresList, v1Examples.figures),
      withScope('readings'),
      validate('query', PageQuery),
      async (c) => {
        const rows = await inTurn(c, () => readV1Figures({ database, clock, config }, c.get('token').account))
        const paging = { ...c.req.valid('query'), example: v1Examples.figures }
        return sendPage(c, rows, ({ scaleId }) => String(scaleId), paging)
      },
    )
    .get(
      '/v1/alarms',
      describeV1('Alarms, newest first', 'alarms', V1AlarmList, v1Examples.alarm),
      withScope('alarms'),
      validate('query', SpanQuery),
      async (c) => {
        const { scales, ...query } = c.req.valid('query')
        const span = spanFrom(query, USUAL_DAYS.alarms)
        const { account } = c.get('token')
        const seen = scales && (await v1Scales(db, account, scales))
        const controllers = seen ? seen.map(({ controller }) => controller) : await visibleControllers(db, account)
        const controllerIds = [...new Set(controllers.map(({ id }) => id))]
        const ofScales = scales ? { scaleIds: scales } : {}
        const filter = { accountId: account.accountId, controllerIds, ...ofScales, ...span }
        const alarms = await inTurn(c, () => readAllAlarms(db, filter))
        const paging = { ...query, example: v1Examples.alarm }
        return sendPage(c, alarms.map(toV1Alarm), ({ id }) => String(id), paging)
      },
    )
}

const toV1Alarm = ({ controllerId, detectedAt: _, why: __, scaleId, rule, ...alarm }: Alarm): V1Alarm => ({
  ...alarm,
  rule: rule?.name ?? null,
  scaleId,
  transmitterId: controllerId,
})
