import type { Alarm } from '#domain/alerts/alarm.ts'
import { isHint, weightAlarms } from '#domain/alerts/alarm-types.ts'
import { stoppedScales } from '#domain/alerts/stopped-scales.ts'
import { isStale } from '#domain/hives/stale.ts'
import type { DashboardController, DashboardScale } from '#domain/insight/dashboard.ts'
import { feedLeft, feedRunway, isFeedDue } from '#domain/insight/feed-runway.ts'
import { matchesSearch } from '#domain/platform/search-words.ts'
import { inOrder, shownScales } from './shown-controllers.ts'
import { subscriptionNeedsCare } from './subscription-notice.tsx'

/** A hive's state. `feedShort`: the feed runs out in `days`. `still`: the change is smaller than the scale can detect. */
export type HiveState =
  | { kind: 'alarm'; alarm: Alarm }
  | { kind: 'silent'; since: string }
  | { kind: 'feedShort'; days: number }
  | { kind: 'damaged' | 'waiting' | 'empty' | 'gains' | 'loses' | 'still' }

/** A hive as Today shows it: a scale, its transmitter, and its state. */
export type Hive = {
  scale: DashboardScale
  controller: DashboardController
  /** Alarms waiting for a verdict, most serious first. */
  alarms: Alarm[]
  state: HiveState
  /** Whether a follow-up after a swarm is due. */
  isDue: boolean
}

/** The hives of one transmitter, those that need attention first. */
export type Apiary = { controller: DashboardController; isSilent: boolean; alarms: Alarm[]; hives: Hive[] }

const urgency: Partial<Record<HiveState['kind'], number>> = { alarm: 0, damaged: 1, silent: 1, empty: 4 }
const DUE = 2
const NOTHING = 3

/** Whether there is something to do at a hive apart from alarms. */
export const hasToDo = ({ state, isDue }: Hive): boolean => isDue || state.kind === 'feedShort'

/** Hives with something to do come before those where all is well. */
const urgencyOf = (hive: Hive): number => {
  const own = urgency[hive.state.kind] ?? NOTHING
  return hasToDo(hive) ? Math.min(own, DUE) : own
}

const isDueAt = ({ due = [] }: DashboardScale, now: number): boolean =>
  due.some(({ from, until }) => Date.parse(from) <= now && now < Date.parse(until))

/**
 * Returns all hives by transmitter: those that need attention first, then one's own and by name.
 * `open` are the alarms waiting for a verdict, `now` is in epoch ms.
 */
export function apiariesOf(
  controllers: readonly DashboardController[],
  open: readonly Alarm[],
  locale: string,
  now: number,
): Apiary[] {
  const apiaries = inOrder(controllers, locale).map((controller): Apiary => {
    const alarms = open.filter(({ controllerId }) => controllerId === controller.id).toSorted(byGravity)
    const isSilent = isStale(controller.lastUpdate, controller.updateInterval, now)
    const hives = shownScales(controller).map((scale) => {
      const own = alarms.filter(({ scaleId }) => scaleId === scale.id)
      const state = stateOf(scale, controller, { own, all: alarms }, now)
      return { scale, controller, alarms: own, state, isDue: isDueAt(scale, now) }
    })
    const ofHives = new Set(hives.flatMap((hive) => hive.alarms))
    return {
      controller,
      isSilent,
      alarms: alarms.filter((alarm) => !ofHives.has(alarm)),
      hives: hives.toSorted((a, b) => urgencyOf(a) - urgencyOf(b) || byFirstAlarm(a, b)),
    }
  })
  return apiaries.toSorted((a, b) => needOf(a) - needOf(b) || byGravest(a, b))
}

/** 0 for an alarm, higher numbers for other needs, the highest if all is well. */
function needOf({ alarms, hives, isSilent, controller }: Apiary): number {
  if (alarms.length > 0) return 0
  const least = Math.min(NOTHING, ...hives.map(urgencyOf))
  return isSilent || subscriptionNeedsCare(controller) ? Math.min(1, least) : least
}

/** Alarms about weight are the most serious; hints are the least. */
const gravityOf = ({ type }: Alarm): number => (weightAlarms.some((one) => one === type) ? 2 : isHint(type) ? 0 : 1)

const byGravity = (a: Alarm, b: Alarm): number =>
  gravityOf(b) - gravityOf(a) || Date.parse(b.startedAt) - Date.parse(a.startedAt)

/** Returns all alarms of an apiary and its hives, most serious first. */
export const alarmsOf = ({ alarms, hives }: Apiary): Alarm[] =>
  [...alarms, ...hives.flatMap((hive) => hive.alarms)].sort(byGravity)

/** Whether something at an apiary cannot wait. */
export const isUrgent = (apiary: Apiary): boolean => apiary.isSilent || alarmsOf(apiary).length > 0

function byFirstAlarm({ alarms: [first] }: Hive, { alarms: [second] }: Hive): number {
  return first && second ? byGravity(first, second) : 0
}

/** Apiaries with alarms are ordered by their most serious alarm; the others keep their order. */
function byGravest(a: Apiary, b: Apiary): number {
  const [[first], [second]] = [alarmsOf(a), alarmsOf(b)]
  return first && second ? byGravity(first, second) : 0
}

/** `own`: the scale's alarms; `all`: those of its transmitter, which may be about several of its scales. */
function stateOf(
  scale: DashboardScale,
  controller: DashboardController,
  { own, all }: { own: Alarm[]; all: Alarm[] },
  now: number,
): HiveState {
  const { last, state, type, midnights } = scale
  if (own[0]) return { kind: 'alarm', alarm: own[0] }
  if (scale.damaged) return { kind: 'damaged' }
  if (!last) return { kind: 'waiting' }
  if (isStale(last.time, controller.updateInterval, now)) return { kind: 'silent', since: last.time }
  const stopped = all.find(({ why }) => stoppedScales(why).includes(scale.id))
  if (stopped) return { kind: 'silent', since: stopped.startedAt }
  if (state === 'empty') return { kind: 'empty' }
  if (type !== 'weight') return { kind: 'still' }
  const feed = feedLeft(last.weight, scale)
  if (feed !== null) {
    const weights = midnights.map(({ weight }) => weight)
    const runway = feedRunway(feed, weights)
    if (isFeedDue(runway)) return { kind: 'feedShort', days: runway.days }
  }
  return { kind: trendOf(scale) }
}

/** Half of the last digit shown. */
const LEAST_KG = 0.05

/** Whether the change over 24 h is real, or no larger than what this scale shows on quiet nights. */
export function trendOf({
  change24h,
  noise,
}: Pick<DashboardScale, 'change24h' | 'noise'>): 'gains' | 'loses' | 'still' {
  if (change24h === null || Math.abs(change24h) < Math.max(noise ?? 0, LEAST_KG)) return 'still'
  return change24h > 0 ? 'gains' : 'loses'
}

/** Returns the hives whose name, together with the transmitter's name, contains all search words, ignoring accents. */
export function foundApiaries(apiaries: readonly Apiary[], words: string): Apiary[] {
  if (words.trim() === '') return [...apiaries]
  return apiaries.flatMap((apiary) => {
    const hives = apiary.hives.filter(({ scale }) => matchesSearch(`${scale.name} ${apiary.controller.name}`, words))
    return hives.length > 0 ? [{ ...apiary, hives }] : []
  })
}
