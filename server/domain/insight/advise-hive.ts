import type { DayWeight } from '../hives/day-weight.ts'
import { knownEnds } from '../hives/day-weight.ts'
import type { Scale } from '../hives/scale.ts'
import { type FeedRunway, feedLeft, feedRunway, isFeedDue } from './feed-runway.ts'
import { type FlowPeriod, flowPeriods } from './flow-period.ts'
import { dayAfter, daysBetween } from './heatmap.ts'
import type { SeasonAdvice, SeasonAdviceOf, SeasonUrgency } from './season-advice.ts'
import {
  CHANGE_DAYS,
  HARVEST_DAYS,
  HARVEST_LEAST_GRAMS,
  HARVESTED_SHARE,
  LEAST_MIDNIGHTS,
  OLDEST_DAYS,
  SUPER_FULL_SHARE,
  SUPER_GRAMS,
  SUPER_RISE_GRAMS,
  SUPERS_WITHIN_DAYS,
  WINTER_FEEDING,
  WINTER_LATITUDES,
  WINTER_STORES_GRAMS,
} from './season-rules.ts'

/** A change by hand at a hive on a local day, in grams: a jump, or an intervention noted without one (`grams` 0). */
export type HandChange = { date: string; grams: number; label?: 'super_added' | 'harvest' }

/**
 * One hive at the start of a local day. `net` and `gross`: weights at the same successive local midnights, oldest first, null in a gap;
 * `net` leaves out changes by hand. `lastKg`: the current weight, if a reading came within the last day.
 */
export type HiveSeason = {
  scaleId: number
  controllerId: number
  net: readonly DayWeight[]
  gross: readonly DayWeight[]
  lastKg: number | null
  scale: Pick<Scale, 'emptyWeight' | 'feedStock'>
  hands: readonly HandChange[]
  /** In degrees, south negative; null if the place is not set. */
  latitude: number | null
}

const FEED_MIDNIGHTS = 14
const NOW_DAYS = 3
const kg = (grams: number): number => Math.round(grams) / 1000

type Seen = { unknown: SeasonAdvice } | { about: About; stores: Stores; flow: FlowPeriod | undefined }

/** Returns what is known about a hive's stores and its last flow, or why that is too little. */
export function lookAt(hive: HiveSeason): Seen {
  const { net, scaleId, controllerId } = hive
  const last = net.findLastIndex(({ grams }) => grams !== null)
  const about = { scaleId, controllerId, asOf: net[last]?.date ?? null }
  const known = net.filter(({ grams }) => grams !== null).length
  if (last < 0 || net.length - 1 - last > OLDEST_DAYS) return { unknown: { ...about, kind: 'old', urgency: 'unknown' } }
  if (known < LEAST_MIDNIGHTS)
    return { unknown: { ...about, kind: 'few', urgency: 'unknown', days: known, needed: LEAST_MIDNIGHTS } }
  const left = feedLeft(hive.lastKg, hive.scale)
  const runway = left === null ? undefined : feedRunway(left, hive.gross.slice(-FEED_MIDNIGHTS).map(kgOf))
  return { about, stores: { left, runway, today: net.at(-1)!.date }, flow: flowPeriods(net).at(-1) }
}

/** Returns the one sentence about a hive: the most urgent thing to do, otherwise what is known about its stores or its weight. */
export function adviseHive(hive: HiveSeason): SeasonAdvice {
  const seen = lookAt(hive)
  if ('unknown' in seen) return seen.unknown
  const { about, stores, flow } = seen
  const said =
    feedDue(stores) ??
    (flow?.goesOn ? supers(hive, flow) : undefined) ??
    (flow && !flow.goesOn ? harvest(hive, flow, stores.today) : undefined) ??
    (flow?.goesOn ? undefined : winterFeed(stores, hive.latitude)) ??
    storesKnown(stores) ??
    change(hive.net)
  return { ...about, ...said }
}

type About = Pick<SeasonAdvice, 'scaleId' | 'controllerId' | 'asOf'>
type Said<Kind extends SeasonAdvice['kind']> = Omit<SeasonAdviceOf<Kind>, 'scaleId' | 'controllerId' | 'asOf'>
type Stores = { left: number | null; runway: FeedRunway | undefined; today: string }

const kgOf = ({ grams }: DayWeight): number | null => (grams === null ? null : grams / 1000)

const urgencyIn = (days: number): SeasonUrgency => (days <= NOW_DAYS ? 'now' : 'soon')

/** Reports feed that may soon be used up. */
export function feedDue({ left, runway, today }: Stores): Said<'feed'> | undefined {
  if (left === null || !runway || !isFeedDue(runway)) return undefined
  return { kind: 'feed', urgency: urgencyIn(runway.shortest), ...lasts(left, runway, today) }
}

function lasts(left: number, runway: Extract<FeedRunway, { state: 'using' }>, today: string) {
  const { perDayKg, shortest, longest } = runway
  return {
    storesKg: kg(left * 1000),
    perDayKg: kg(perDayKg * 1000),
    shortest,
    longest,
    until: dayAfter(today, shortest),
  }
}

/** Estimates when the last super added, or an empty one at the start of the flow, is full enough for the next. */
export function supers({ net, hands }: HiveSeason, flow: FlowPeriod): Said<'supers'> | undefined {
  const given = hands.findLast(
    ({ date, grams, label }) => date >= flow.from && (label === 'super_added' || isSuper(grams)),
  )
  const roomSince = given?.date ?? flow.from
  const ends = knownEnds(net.filter(({ date }) => date >= flow.from))
  const filling = knownEnds(net.filter(({ date }) => date >= roomSince))
  if (!ends) return undefined
  const perDay = (ends.last - ends.first) / ends.days
  // a flow that has stood still since has not ended yet, but fills nothing
  if (perDay <= 0) return undefined
  const filled = filling ? Math.max(0, filling.last - filling.first) : 0
  const withinDays = Math.max(0, Math.floor((SUPER_GRAMS * SUPER_FULL_SHARE - filled) / perDay))
  const isAhead = withinDays > SUPERS_WITHIN_DAYS
  return {
    kind: 'supers',
    urgency: isAhead ? 'later' : urgencyIn(withinDays),
    from: flow.from,
    kg: kg(ends.last - ends.first),
    perDayKg: kg(perDay),
    roomSince,
    filledKg: kg(filled),
    withinDays,
  }
}

const isSuper = (grams: number): boolean => grams >= SUPER_RISE_GRAMS.from && grams <= SUPER_RISE_GRAMS.to

/** Reports a flow that is over, until its honey is taken off or the advice is too old. */
export function harvest({ hands }: HiveSeason, flow: FlowPeriod, today: string): Said<'harvest'> | undefined {
  const until = dayAfter(flow.to, HARVEST_DAYS)
  if (flow.grams < HARVEST_LEAST_GRAMS || today > until) return undefined
  const after = hands.filter(({ date }) => date > flow.to)
  const taken = after.reduce((sum, { grams }) => sum - Math.min(0, grams), 0)
  if (after.some(({ label }) => label === 'harvest') || taken >= flow.grams * HARVESTED_SHARE) return undefined
  return overFlow(flow)
}

/** Describes what a finished flow brought. */
export const overFlow = (flow: FlowPeriod): Said<'harvest'> => ({
  kind: 'harvest',
  urgency: 'soon',
  from: flow.from,
  to: flow.to,
  kg: kg(flow.grams),
  until: dayAfter(flow.to, HARVEST_DAYS),
})

/** Reports that a hive has too little for the coming winter, while it can still be fed. */
export function winterFeed({ left, today }: Stores, latitude: number | null): Said<'winterFeed'> | undefined {
  const window = latitude === null ? undefined : feedingWindow(latitude, today)
  if (left === null || !window || left * 1000 >= WINTER_STORES_GRAMS) return undefined
  return {
    kind: 'winterFeed',
    urgency: urgencyIn(daysBetween(today, window.to) - 1),
    storesKg: kg(left * 1000),
    missingKg: kg(WINTER_STORES_GRAMS - left * 1000),
    by: window.to,
  }
}

/** The days of this year in which stores are built up for winter; undefined on other days, and at latitudes where the rule does not apply. */
function feedingWindow(latitude: number, today: string): { from: string; to: string } | undefined {
  const distance = Math.abs(latitude)
  if (distance < WINTER_LATITUDES.from || distance > WINTER_LATITUDES.to) return undefined
  const { from, to } = latitude < 0 ? WINTER_FEEDING.south : WINTER_FEEDING.north
  const year = today.slice(0, 4)
  const window = { from: `${year}-${from}`, to: `${year}-${to}` }
  return today >= window.from && today <= window.to ? window : undefined
}

function storesKnown({ left, runway, today }: Stores): Said<'stores'> | Said<'lasting'> | undefined {
  if (left === null) return undefined
  if (runway?.state === 'using') return { kind: 'stores', urgency: 'later', ...lasts(left, runway, today) }
  return { kind: 'lasting', urgency: 'later', storesKg: kg(left * 1000), rateKnown: runway?.state === 'lasting' }
}

/** The recent gain or loss, for hives whose stores are unknown. */
function change(net: readonly DayWeight[]): Said<'change'> {
  const { first, last, days } = knownEnds(net.slice(-CHANGE_DAYS - 1)) ?? { first: 0, last: 0, days: 0 }
  return { kind: 'change', urgency: 'later', kg: kg(last - first), days }
}
