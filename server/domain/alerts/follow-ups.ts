import { DAY_MS, DAY_SECONDS, HOUR_MS, HOUR_SECONDS } from '../platform/durations.ts'
import { type DueSpan, type FollowUp, type FollowUpKind, followUpKinds, type SwarmCourse } from './swarm-course.ts'

/** In the morning, in the winter time of the place. */
const MORNING_HOUR = 7
/** How long a postponed follow-up remains worthwhile, at least. */
const AFTER_PUTTING_OFF_MS = 7 * DAY_MS

/** A swarm within this many days of another one from the same hive counts as its after-swarm. */
export const AFTER_SWARM_DAYS = 16
/** Before this day no young queen has emerged: it is the old one that came back and left again. */
const YOUNG_QUEEN_DAYS = 5

/** If a swarm left longer ago than this, only postponed follow-ups remain. */
export const GOES_ON_SECONDS = 45 * DAY_SECONDS

/** The first and last day after the swarm; the day on which it left is 0. */
type Days = { from: number; to: number }

/**
 * Returns the days of a follow-up, or undefined if it does not apply.
 *
 * The prime swarm leaves with the old queen when the first queen cells are capped; the first young queen emerges seven days later and may
 * leave with an after-swarm from the following day on (The Apiarist, "Prime numbers and cast offs",
 * https://theapiarist.org/prime-numbers-cast-offs/), mostly until day 14; one as late as day 16 is on record
 * (http://www.breeds.ca/BeeKeeping/Not-Always-To-Be-Depended-Upon.html). A young queen needs five or six days before her flights, and as
 * many before she lays (https://peacebeefarm.blogspot.com/2016/05), so eggs are looked for from day 21 on. By day 21 to 24 the last brood
 * of the old queen has emerged, so that all varroa mites are on the bees
 * (https://colonialbeekeepers.com/132-breaking-the-brood-cycle-a-mite-control/) until the brood of the young queen is capped.
 *
 * A caught swarm has no brood: it is treated before its first brood is capped (Imkerverein Achim after LWG Bayern, "Das Einlogieren von
 * Schwärmen"), nine days after its first egg. The old queen lays within a week; the virgin queen of an after-swarm two to three weeks after
 * it was caught (http://killowen.com/swarmcontrol4.html).
 */
export function daysOf(
  kind: FollowUpKind,
  { outcome, daysAfterFirst }: Pick<SwarmCourse, 'outcome' | 'daysAfterFirst'>,
): Days | undefined {
  // for the hive that both swarms left, the first one's course covers it
  if (isOfSwarm(kind) ? outcome !== 'caught' : daysAfterFirst !== null) return undefined
  const isYoung = daysAfterFirst !== null && daysAfterFirst >= YOUNG_QUEEN_DAYS
  const days: Record<FollowUpKind, Days> = {
    varroaSwarm: isYoung ? { from: 2, to: 16 } : { from: 2, to: 8 },
    swarmLaying: isYoung ? { from: 18, to: 28 } : { from: 7, to: 14 },
    afterSwarm: { from: 8, to: 14 },
    varroaMother: { from: 21, to: 25 },
    queenLaying: { from: 21, to: 35 },
  }
  return days[kind]
}

const isOfSwarm = (kind: FollowUpKind) => kind === 'varroaSwarm' || kind === 'swarmLaying'

type Facts = Pick<SwarmCourse, 'startedAt' | 'isSwarm' | 'daysAfterFirst' | 'utcOffsetHours' | 'outcome' | 'states'>

/** Returns the follow-ups of a swarm, by date; if it is not a swarm or they no longer apply, only those ticked off. */
export function followUpsOf(facts: Facts): FollowUp[] {
  const day = dayBegin(Date.parse(facts.startedAt), facts.utcOffsetHours)
  return followUpKinds
    .flatMap((kind): FollowUp[] => {
      const state = facts.states.find((one) => one.kind === kind)
      const days = facts.isSwarm ? daysOf(kind, facts) : undefined
      const isDone = state?.status === 'done'
      if (!days && !isDone) return []
      const { from, to } = days ?? daysOf(kind, { outcome: 'caught', daysAfterFirst: null })!
      const windowEnd = day + (to + 1) * DAY_MS
      const putOff = state?.putOffUntil ? Date.parse(state.putOffUntil) : undefined
      const due = putOff ?? day + from * DAY_MS + MORNING_HOUR * HOUR_MS
      const until = putOff === undefined ? windowEnd : Math.max(windowEnd, putOff + AFTER_PUTTING_OFF_MS)
      return [
        {
          kind,
          hive: isOfSwarm(kind) ? 'swarm' : 'mother',
          due: new Date(due).toISOString(),
          until: new Date(until).toISOString(),
          status: state?.status ?? 'open',
          putOffUntil: state?.putOffUntil ?? null,
          settledAt: state?.settledAt ?? null,
        },
      ]
    })
    .sort((a, b) => Date.parse(a.due) - Date.parse(b.due))
}

/** Whether it is to be done at a time in epoch ms. */
export const isDue = ({ status, due, until }: Pick<FollowUp, 'status' | 'due' | 'until'>, nowMs: number): boolean =>
  status === 'open' && Date.parse(due) <= nowMs && nowMs < Date.parse(until)

/** How long somebody may still be on the way to a swarm. */
const ASKED_FOR_MS = 3 * DAY_MS

/** Whether the outcome of a swarm that left recently is still unknown; `nowMs` in epoch ms. */
export const isAsked = ({ isSwarm, outcome, startedAt }: SwarmCourse, nowMs: number): boolean =>
  isSwarm && outcome === null && nowMs - Date.parse(startedAt) < ASKED_FOR_MS

/** The hive that a follow-up is about: a swarm in a hive without a scale is listed under the one it left. */
export const hiveOf = ({ scaleId, hiveScaleId }: SwarmCourse, hive: FollowUp['hive']): number =>
  hive === 'swarm' && hiveScaleId !== null ? hiveScaleId : scaleId

export const coursePath = (alarmId: number): string => `/api/alarm/${alarmId}/course`
export const followUpPath = (alarmId: number, kind: FollowUpKind): string => `/api/alarm/${alarmId}/followUp/${kind}`

/** Returns when something is to be done after a swarm, and at which hives; without what is ticked off or silenced. */
export function dueSpansOf(course: SwarmCourse): ({ scaleId: number } & DueSpan)[] {
  const { alarmId, scaleId, startedAt } = course
  const spans = course.followUps
    .filter(({ status }) => status === 'open')
    .map(({ kind, hive, due, until }) => ({
      scaleId: hiveOf(course, hive),
      from: due,
      until,
      settledBy: followUpPath(alarmId, kind),
    }))
  if (!isAsked(course, Date.parse(startedAt))) return spans
  const until = new Date(Date.parse(startedAt) + ASKED_FOR_MS).toISOString()
  return [{ scaleId, from: startedAt, until, settledBy: coursePath(alarmId) }, ...spans]
}

/** The morning `days` days after the day of `nowMs`; input and output in epoch ms. */
export const morningIn = (days: number, nowMs: number, utcOffsetHours: number): number =>
  dayBegin(nowMs, utcOffsetHours) + days * DAY_MS + MORNING_HOUR * HOUR_MS

function dayBegin(ms: number, utcOffsetHours: number): number {
  const local = Math.floor(ms / 1000) + utcOffsetHours * HOUR_SECONDS
  return (Math.floor(local / DAY_SECONDS) * DAY_SECONDS - utcOffsetHours * HOUR_SECONDS) * 1000
}

/** A moment on the last day before `until`, even if the clocks change; input and output in epoch ms. */
export const lastDayOf = (untilMs: number): number => untilMs - DAY_MS / 2
