import { DAY_MS, DAY_SECONDS, HOUR_MS, HOUR_SECONDS } from '../platform/durations.ts'
import { type DueSpan, type FollowUp, type FollowUpKind, followUpKinds, type SwarmCourse } from './swarm-course.ts'

/** In the morning, by the winter time of the place. */
const MORNING_HOUR = 7
/** What was put off stays worth doing for so long at least. */
const AFTER_PUTTING_OFF_MS = 7 * DAY_MS

/** A swarm within so many days of another one of the same hive follows that one. */
export const AFTER_SWARM_DAYS = 16
/** Sooner than this no young queen has emerged: it is the old one that came back and left again. */
const YOUNG_QUEEN_DAYS = 5

/** After a swarm that left longer ago nothing is to be done that was not put off. */
export const GOES_ON_SECONDS = 45 * DAY_SECONDS

/** First and last day after the swarm; the day on which it left is 0. */
type Days = { from: number; to: number }

/**
 * The days of a follow-up, or undefined where there is none.
 *
 * The prime swarm leaves when the first queen cells are capped, with the old queen; the first young queen emerges seven days
 * later and may leave with an after-swarm from the day after on (The Apiarist, "Prime numbers and cast offs",
 * https://theapiarist.org/prime-numbers-cast-offs/), mostly until day 14; one as late as day 16 is on record
 * (http://www.breeds.ca/BeeKeeping/Not-Always-To-Be-Depended-Upon.html). A young queen needs five or six days before her flights, and as
 * many before she lays (https://peacebeefarm.blogspot.com/2016/05), so that eggs are looked for from day 21 on. By day 21 to 24 the last
 * brood of the old queen has emerged, so that varroa sits on bees alone
 * (https://colonialbeekeepers.com/132-breaking-the-brood-cycle-a-mite-control/) until the brood of the young one is capped.
 *
 * A caught swarm has no brood: it is treated before its first is capped (Imkerverein Achim after LWG Bayern, "Das Einlogieren von
 * Schwärmen"), nine days after its first egg. The old queen lays within a week; a virgin of an after-swarm two to three weeks after it was
 * taken (http://killowen.com/swarmcontrol4.html).
 */
export function daysOf(
  kind: FollowUpKind,
  { outcome, daysAfterFirst }: Pick<SwarmCourse, 'outcome' | 'daysAfterFirst'>,
): Days | undefined {
  // of the hive that both left the course of the first one tells
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

/** What is to be done after a swarm, by its days; of what is no swarm, or no longer to be done, what was ticked off. */
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

/** So long somebody may still be on the way to a swarm. */
const ASKED_FOR_MS = 3 * DAY_MS

/** Whether nobody said yet what became of a swarm that left just now; `nowMs` in epoch ms. */
export const isAsked = ({ isSwarm, outcome, startedAt }: SwarmCourse, nowMs: number): boolean =>
  isSwarm && outcome === null && nowMs - Date.parse(startedAt) < ASKED_FOR_MS

/** The hive that a follow-up is about: a swarm in a hive without a scale is found at the one that it left. */
export const hiveOf = ({ scaleId, hiveScaleId }: SwarmCourse, hive: FollowUp['hive']): number =>
  hive === 'swarm' && hiveScaleId !== null ? hiveScaleId : scaleId

export const coursePath = (alarmId: number): string => `/api/alarm/${alarmId}/course`
export const followUpPath = (alarmId: number, kind: FollowUpKind): string => `/api/alarm/${alarmId}/followUp/${kind}`

/** When something is to be done at which hives after a swarm, as far as it is known: what is ticked off or silenced is none. */
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

/** The morning so many days after the day of `nowMs`; in and out in epoch ms. */
export const morningIn = (days: number, nowMs: number, utcOffsetHours: number): number =>
  dayBegin(nowMs, utcOffsetHours) + days * DAY_MS + MORNING_HOUR * HOUR_MS

function dayBegin(ms: number, utcOffsetHours: number): number {
  const local = Math.floor(ms / 1000) + utcOffsetHours * HOUR_SECONDS
  return (Math.floor(local / DAY_SECONDS) * DAY_SECONDS - utcOffsetHours * HOUR_SECONDS) * 1000
}

/** A moment of the last day before `until`, however clocks are put there; in and out in epoch ms. */
export const lastDayOf = (untilMs: number): number => untilMs - DAY_MS / 2
