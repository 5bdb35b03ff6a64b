import { DAY_SECONDS, HOUR_SECONDS } from '../platform/durations.ts'
import { changeOf, emptyWindow, noReadings, riseSince, type SpanReadings, type SpanWindow } from './change-in-span.ts'
import { minutesOfTime } from './quiet-hours.ts'
import type { RuleCondition, RuleTerms } from './rule.ts'
import { isOfWeather, type RuleQuantity, ruleQuantityForms } from './rule-quantity.ts'

/** How long a condition must no longer hold before the episode is over: something that flaps rings only once. */
const OVER_AFTER_SECONDS = HOUR_SECONDS
/** Weather is hourly, and an hour is occasionally missing. */
const WEATHER_FRESH_SECONDS = 3 * HOUR_SECONDS
/** During a silence nothing arrives that could be judged, so a clock triggers it, at every moment at which an hour can begin in some zone. */
const TICK_SECONDS = 900
/** After this much silence nothing starts to ring any more. */
export const TICKED_FOR_SECONDS = 14 * DAY_SECONDS

/**
 * The values measured at a time (epoch seconds), as whole numbers in the units of `ruleQuantityForms`; `isHeard`: they came from the hive
 * itself, which ends its silence.
 */
export type RulePoint = { time: number; isHeard: boolean; values: Partial<Record<RuleQuantity, number>> }

/** `startedAt`: since when all conditions have held; `detectedAt`: when it rang; `values`: the value of each condition at that time. */
export type RuleEpisode = { startedAt: number; detectedAt: number; endedAt: number | null; values: (number | null)[] }

/**
 * The rule to judge. `gapSeconds`: readings further apart say nothing about the time between them. Nothing starts or ends before
 * `judgesFrom`. After `silentUntil` nobody was listening, so that hearing nothing is not a silence.
 */
export type JudgedRule = {
  terms: RuleTerms
  gapSeconds: number
  judgesFrom: number
  silentUntil: number
  /** Returns how many seconds the clocks of the rule are ahead of UTC at a time in epoch seconds. */
  offsetAt: (seconds: number) => number
}

type ConditionState = { isOn: boolean; time: number; shown: number | null; window: SpanWindow; readings: SpanReadings }

/** The state of a rule for one hive. Only the run that was given it changes it in place. */
export type RuleState = {
  conditions: ConditionState[]
  heardAt: number | null
  heldSince: number | null
  heldAt: number
  falseSince: number | null
  open: RuleEpisode | null
}

/** `openSince`: the start of an episode that rang earlier and was not over by the time this begins. */
export const initialRuleState = ({ conditions }: RuleTerms, openSince: number | null = null): RuleState => ({
  conditions: conditions.map(() => ({
    isOn: openSince !== null,
    time: Number.NEGATIVE_INFINITY,
    shown: null,
    window: emptyWindow(),
    readings: noReadings(),
  })),
  heardAt: null,
  heldSince: openSince,
  heldAt: Number.NEGATIVE_INFINITY,
  falseSince: null,
  open: openSince === null ? null : { startedAt: openSince, detectedAt: openSince, endedAt: null, values: [] },
})

/** How long before `judgesFrom` a rule must see points in order to know as much as one that has always run. */
export const warmUpSeconds = ({ conditions, forMinutes }: RuleTerms, gapSeconds: number): number => {
  const spans = conditions.map((one) => ('withinMinutes' in one ? one.withinMinutes * 60 : 0))
  const silences = conditions.map((one) => ('hours' in one ? one.hours * HOUR_SECONDS : 0))
  return Math.max(...spans, ...silences) + forMinutes * 60 + OVER_AFTER_SECONDS + gapSeconds
}

/**
 * Runs a rule over points in order of time, each later than all before, and then up to `until`. Returns the episodes that ended; one that
 * continues is in the state. How the points are divided into runs does not matter. Work per point is bounded by the number of conditions,
 * memory by the points of the longest span.
 */
export function runRule(
  rule: JudgedRule,
  state: RuleState,
  points: readonly RulePoint[],
  until = points.at(-1)?.time ?? Number.NEGATIVE_INFINITY,
): RuleEpisode[] {
  const ended: RuleEpisode[] = []
  for (const point of points) {
    pass(rule, state, point.time, ended)
    if (point.isHeard) state.heardAt = point.time
    for (const [at, condition] of rule.terms.conditions.entries()) take(rule, condition, state.conditions[at]!, point)
    judge(rule, state, point.time)
  }
  pass(rule, state, until + 1, ended)
  return ended
}

/** Lets time pass to just before `time`: silences begin and episodes end although nothing is measured. */
function pass(rule: JudgedRule, state: RuleState, time: number, ended: RuleEpisode[]): void {
  const { heardAt } = state
  if (heardAt !== null && hasSilence(rule.terms)) {
    const silences = rule.terms.conditions.flatMap((one, at) => ('hours' in one ? [{ at, hours: one.hours }] : []))
    const begins = silences.map(({ hours }) => heardAt + hours * HOUR_SECONDS)
    const last = Math.min(time - 1, rule.silentUntil, Math.max(...begins) + TICKED_FOR_SECONDS)
    const first = Math.max(Math.min(...begins), lastTick(state) + 1)
    for (const tick of ticksBetween(first, last, begins)) {
      endWhatIsOver(state, tick, ended)
      for (const { at, hours } of silences) {
        const silent = tick - heardAt
        const condition = state.conditions[at]!
        condition.isOn = silent >= hours * HOUR_SECONDS
        condition.shown = Math.floor(silent / HOUR_SECONDS)
        condition.time = tick
      }
      judge(rule, state, tick)
    }
  }
  endWhatIsOver(state, time, ended)
}

export const hasSilence = ({ conditions }: RuleTerms): boolean => conditions.some((one) => 'hours' in one)

const lastTick = ({ conditions, heardAt }: RuleState): number =>
  Math.max(heardAt ?? 0, ...conditions.map(({ time }) => (Number.isFinite(time) ? time : 0)))

/** Yields full quarter hours, and the exact times at which a silence has lasted long enough. */
function* ticksBetween(first: number, last: number, begins: readonly number[]): Generator<number> {
  const exact = [...begins].sort((a, b) => a - b)
  let quarter = Math.ceil(first / TICK_SECONDS) * TICK_SECONDS
  for (;;) {
    const begin = exact.find((one) => one >= first && one <= last)
    const next = begin !== undefined && begin <= quarter ? begin : quarter
    if (next > last) return
    yield next
    if (begin === next) exact.splice(exact.indexOf(begin), 1)
    if (next === quarter) quarter += TICK_SECONDS
  }
}

function endWhatIsOver(state: RuleState, time: number, ended: RuleEpisode[]): void {
  const { open, falseSince } = state
  if (!open || falseSince === null || falseSince + OVER_AFTER_SECONDS >= time) return
  ended.push({ ...open, endedAt: falseSince })
  state.open = null
  state.falseSince = null
}

function take({ gapSeconds }: JudgedRule, condition: RuleCondition, state: ConditionState, point: RulePoint): void {
  const { time, isHeard, values } = point
  if ('hours' in condition) {
    if (!isHeard) return
    Object.assign(state, { isOn: false, time, shown: 0 })
    return
  }
  const value = values[condition.quantity]
  if (value === undefined) return
  const { perUnit, margin } = ruleQuantityForms[condition.quantity]
  const limit = Math.round(condition.value * perUnit)
  state.time = time
  if (condition.is === 'risesLess') {
    const rise = riseSince(state.readings, time, value, condition.withinMinutes * 60, gapSeconds)
    state.isOn = rise !== null && rise < limit + (state.isOn ? margin : 0)
    state.shown = rise
  } else if ('withinMinutes' in condition) {
    const sign = condition.is === 'falls' ? 1 : -1
    const fall = changeOf(state.window, time, value * sign, condition.withinMinutes * 60)
    state.isOn = fall > limit - (state.isOn ? Math.min(margin, limit / 2) : 0)
    state.shown = -fall * sign
  } else {
    const sign = condition.is === 'above' ? 1 : -1
    state.isOn = (value - limit) * sign > (state.isOn ? -margin : 0)
    state.shown = value
  }
}

function judge(rule: JudgedRule, state: RuleState, time: number): void {
  const { terms, gapSeconds, judgesFrom } = rule
  const isSilence = hasSilence(terms)
  const isFresh = (at: number) => {
    const { quantity } = terms.conditions[at]!
    const fresh = quantity !== 'silence' && isOfWeather(quantity) ? WEATHER_FRESH_SECONDS : gapSeconds
    return time - state.conditions[at]!.time <= fresh
  }
  // for a silent hive the last known values are all there is
  const holds = state.conditions.every(({ isOn }, at) => isOn && (isSilence || isFresh(at)))
  if (!holds) {
    state.heldSince = null
    if (state.open && time >= judgesFrom) state.falseSince ??= time
    return
  }
  const isGap = !isSilence && time - state.heldAt > Math.max(gapSeconds, WEATHER_FRESH_SECONDS)
  if (state.heldSince === null || (isGap && !state.open)) state.heldSince = time
  state.heldAt = time
  state.falseSince = null
  const { heldSince } = state
  if (state.open || time < judgesFrom || time - heldSince < terms.forMinutes * 60 || !isWithin(rule, time)) return
  const values = state.conditions.map(({ shown }) => shown)
  state.open = { startedAt: heldSince, detectedAt: time, endedAt: null, values }
}

/** Whether a time is within the hours and months of the rule, by the clocks of its zone. */
export function isWithin(
  { terms: { hours, months }, offsetAt }: Pick<JudgedRule, 'terms' | 'offsetAt'>,
  time: number,
): boolean {
  if (!hours && !months) return true
  const local = time + offsetAt(time)
  if (months && !months.includes(new Date(local * 1000).getUTCMonth() + 1)) return false
  if (!hours) return true
  const [from, to] = [minutesOfTime(hours.from), minutesOfTime(hours.to)]
  const minute = Math.floor((local % DAY_SECONDS) / 60)
  return from < to ? minute >= from && minute < to : minute >= from || minute < to
}
