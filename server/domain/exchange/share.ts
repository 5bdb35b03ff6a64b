import * as v from 'valibot'
import { DEFAULT_ZONE, localMidnights } from '../hives/local-midnight.ts'
import { EARLIEST_TIME_SECONDS, LATEST_TIME_SECONDS } from '../hives/reading.ts'
import { ScaleType } from '../hives/scale.ts'
import { ScaleColor } from '../hives/scale-color.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '../platform/durations.ts'
import { Moment } from '../platform/moment.ts'
import { textUpTo } from '../platform/text-up-to.ts'

export const ShareType = v.picklist(['livefeed', 'fixed', 'yearToDate', 'unlimited'])
export type ShareType = v.InferOutput<typeof ShareType>

export const SHARE_DAYS_DEFAULT = 7
export const SHARE_DAYS_MAXIMUM = 365
export const SHARE_SCALES_MAXIMUM = 50
export const SHARES_MAXIMUM = 200

/** A time that the timeline can show. */
const ShownMoment = v.pipe(
  Moment,
  v.check((time) => isShown(Date.parse(time) / 1000), 'a time from 1970 to 2100'),
)
const isShown = (seconds: number): boolean => seconds >= 0 && seconds <= LATEST_TIME_SECONDS

const ids = v.array(v.pipe(v.number(), v.integer(), v.minValue(1)))

/** The body of `POST share`. Repeating an `id` means the same share. `days` applies to a livefeed, `from` and `to` to a fixed period. */
export const ShareBody = v.pipe(
  v.object({
    id: v.optional(v.pipe(v.string(), v.uuid())),
    type: ShareType,
    description: v.optional(textUpTo(200), ''),
    scales: v.pipe(v.optional(ids, []), v.minLength(1, 'at least one scale'), v.maxLength(SHARE_SCALES_MAXIMUM)),
    regions: v.optional(ids, []),
    days: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(SHARE_DAYS_MAXIMUM)),
      SHARE_DAYS_DEFAULT,
    ),
    from: v.optional(ShownMoment),
    to: v.optional(ShownMoment),
  }),
  v.forward(
    v.partialCheck(
      [['type'], ['from'], ['to']],
      ({ type, from, to }) => type !== 'fixed' || (!!from && !!to && Date.parse(from) < Date.parse(to)),
      'a fixed period begins before it ends',
    ),
    ['from'],
  ),
)
export type ShareBody = v.InferOutput<typeof ShareBody>

/**
 * A share as its owner sees it. `iframe`: the HTML that embeds it in another page. `link` is null if its key was lost, and for anyone
 * acting on the owner's behalf.
 */
export const Share = v.object({
  id: v.number(),
  type: ShareType,
  description: v.string(),
  scales: v.array(v.number()),
  days: v.nullable(v.number()),
  from: v.nullable(v.string()),
  to: v.nullable(v.string()),
  issuedAt: v.string(),
  link: v.nullable(v.string()),
  iframe: v.nullable(v.string()),
})
export type Share = v.InferOutput<typeof Share>

export const ShareReply = v.object({ message: v.string(), ...Share.entries })
export const ShareRemovedReply = v.object({ message: v.string(), id: v.number() })

/**
 * What somebody with the link sees of a share. `from` and `to` bound its current period, `to` is null if it is open-ended; `readings`: the
 * first and last day (UTC) with readings in it.
 */
export const SharedView = v.object({
  type: ShareType,
  description: v.string(),
  days: v.nullable(v.number()),
  from: v.string(),
  to: v.nullable(v.string()),
  readings: v.nullable(v.object({ from: v.string(), to: v.string() })),
  scales: v.array(
    v.object({
      id: v.number(),
      name: v.string(),
      controllerName: v.string(),
      type: ScaleType,
      emptyWeight: v.number(),
      color: ScaleColor,
    }),
  ),
})
export type SharedView = v.InferOutput<typeof SharedView>

/** Stands for the end of an open-ended period. */
export const OPEN_END_SECONDS = LATEST_TIME_SECONDS

/** In epoch seconds; `to` is exclusive. */
export type SharePeriod = { from: number; to: number }

/**
 * Returns what a share shows at `now`, in epoch seconds: for a livefeed the last `days`, for the year to date everything since local
 * midnight on 1 January in Switzerland.
 */
export function sharePeriod(
  share: { type: ShareType; days: number | null; from: number | null; to: number | null },
  now: number,
): SharePeriod {
  const open = { from: EARLIEST_TIME_SECONDS, to: OPEN_END_SECONDS }
  if (share.type === 'livefeed') return { ...open, from: now - (share.days ?? SHARE_DAYS_DEFAULT) * DAY_SECONDS }
  if (share.type === 'fixed') return { from: Math.max(0, share.from ?? 0), to: Math.min(open.to, share.to ?? 0) }
  return share.type === 'yearToDate' ? { ...open, from: beginOfYear(now) } : open
}

function beginOfYear(now: number): number {
  const today = localMidnights(DEFAULT_ZONE, now - DAY_SECONDS - HOUR_SECONDS, now).at(-1)!.date
  const year = today.slice(0, 4)
  const begin = Date.UTC(Number(year)) / 1000
  return localMidnights(DEFAULT_ZONE, begin - DAY_SECONDS / 2, begin + DAY_SECONDS / 2)[0]!.time
}
