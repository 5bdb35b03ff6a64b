import * as v from 'valibot'
import { DAY_SECONDS, HOUR_SECONDS } from '../../platform/durations.ts'
import { median } from '../../platform/median.ts'
import { BATTERY_LOW_MILLIVOLTS } from '../battery.ts'
import type { DeviceFacts } from './device-facts.ts'
import { faultFindings } from './fault-findings.ts'
import { Finding, type FindingCode } from './finding.ts'
import { refusalFindings } from './refusal-findings.ts'
import { channelFindings, unusableFindings } from './scale-findings.ts'

/** `silent`: data are overdue. `troubled`: it sends, yet something is wrong. Findings come in order of confidence, highest first. */
export const Diagnosis = v.object({
  state: v.picklist(['fine', 'silent', 'troubled', 'waiting']),
  lastSeen: v.nullable(v.string()),
  /** In V, and the days until it is empty if the trend continues: null if it does not lead there, or if there is no trend yet. */
  battery: v.nullable(v.object({ volts: v.number(), daysLeft: v.nullable(v.number()), hasTrend: v.boolean() })),
  findings: v.array(Finding),
})
export type Diagnosis = v.InferOutput<typeof Diagnosis>

/** Below this voltage a battery is low. */
export const LOW_MILLIVOLTS = 3550
const SOON_DAYS = 7
const WEAK_DBM = -100
const LOST_DBM = -105
const DOUBTFUL_DBM = -90
const FELL_DB = 10
const MISSED_SHARE = 0.2
const WORTH_TELLING = 0.2
/** Readings normally arrive sooner than this, unless they had to wait for a network. */
const BEHIND_SECONDS = 45 * 60
const HEARD_DAYS = 14

/**
 * Explains why a transmitter is silent or in trouble, the likeliest reason first. Each reason is rated on its own; the transmitter itself
 * is blamed for what no other reason explains. The ratings are judgments, ordered so that a fact (an ended subscription, an empty battery)
 * comes before a suspicion (a weak signal), and that before the unexplained rest.
 */
export function diagnose(facts: DeviceFacts): Omit<Diagnosis, 'lastSeen' | 'battery'> {
  const { now, lastSeen, claimedAt } = facts
  const patience = patienceOf(facts)
  if (lastSeen === null) {
    if (claimedAt !== null && now - claimedAt <= patience) return { state: 'waiting', findings: refused(facts, true) }
    const ended = [...refused(facts, true), ...subscription(facts, now)]
    return { state: 'silent', findings: [...ended, finding('neverSent', ended.length > 0 ? 0.3 : 0.9)] }
  }
  const silence = now - lastSeen
  const causes = [...subscription(facts, lastSeen), ...battery(facts, silence), ...signal(facts)]
  if (silence > patience) {
    const strongest = Math.max(0, ...causes.map(({ confidence }) => confidence))
    const rest = finding('transmitterSilent', 0.8 - strongest, { hours: Math.floor(silence / HOUR_SECONDS) })
    return { state: 'silent', findings: bySurety([...refused(facts, true), ...causes, rest]) }
  }
  const behind = behindSeconds(facts, lastSeen)
  const found = [
    ...causes,
    ...(facts.damaged ? [finding('readingsDamaged', 0.9)] : unsteady(facts, causes)),
    ...channelFindings(facts, behind ? lastSeen - behind : lastSeen, patience),
    ...unusableFindings(facts),
    ...notCalibrated(facts, lastSeen - patience),
    ...clock(facts),
    ...(behind ? [clockBehind(behind)] : []),
    ...refused(facts, false),
    ...faultFindings(facts),
    ...namesUnknown(facts),
    ...tooMuch(facts),
  ]
  const findings = bySurety(found)
  return { state: findings.length > 0 ? 'troubled' : 'fine', findings }
}

/** Times in the future are refused, but the transmitter still counts as heard. */
const clock = ({ refusedTimes }: DeviceFacts): Finding[] =>
  refusedTimes === null
    ? []
    : [finding('clockAhead', 0.85, { count: refusedTimes.count, minutes: Math.round(refusedTimes.aheadSeconds / 60) })]

/**
 * Returns how many seconds old its newest reading was on arrival; 0 if that says nothing about its clock. Its own values (battery, signal)
 * are stored at the time of its newest reading, which tells silent sensors from a clock that is behind.
 */
function behindSeconds(
  { scales, heard, damaged, faults = [], unknownNames = [] }: DeviceFacts,
  lastSeen: number,
): number {
  const newest = Math.max(0, ...scales.map(({ lastReading }) => lastReading ?? 0))
  const behind = lastSeen - newest
  if (newest === 0 || behind < BEHIND_SECONDS) return 0
  const last = heard.at(-1)
  // a transmitter that sends no values of its own is judged by its readings alone, unless some of them were refused or cannot be read
  const isKnown = !damaged && faults.length === 0 && unknownNames.length === 0
  if (last === undefined) return behind > HEARD_DAYS * DAY_SECONDS || isKnown ? behind : 0
  return last > Math.floor(newest / HOUR_SECONDS) * HOUR_SECONDS ? 0 : behind
}

const clockBehind = (behind: number): Finding =>
  finding('clockBehind', behind >= DAY_SECONDS / 2 ? 0.8 : 0.6, { hours: Math.round(behind / HOUR_SECONDS) })

/** How many hours a transmitter may be silent: two of its intervals plus one hour. */
export const patienceHours = (updateIntervalHours: number): number => 2 * updateIntervalHours + 1

const patienceOf = ({ updateIntervalHours }: DeviceFacts): number => patienceHours(updateIntervalHours) * HOUR_SECONDS

const finding = (
  code: FindingCode,
  confidence: number,
  values: Finding['values'] = {},
  at: Partial<Pick<Finding, 'scaleId' | 'curve'>> = {},
): Finding => ({ code, confidence: Math.round(confidence * 100) / 100, values, scaleId: null, curve: null, ...at })

const bySurety = (findings: Finding[]): Finding[] =>
  findings.filter(({ confidence }) => confidence >= WORTH_TELLING).toSorted((a, b) => b.confidence - a.confidence)

/** An ended subscription fully explains only a silence that began when it ended. */
function subscription(facts: DeviceFacts, silentFrom: number): Finding[] {
  const { subscriptionEndsAt: end, now } = facts
  if (end === null || end > now) return []
  const began = silentFrom >= end - patienceOf(facts)
  return [finding('subscriptionEnded', began ? 0.95 : 0.3, { date: new Date(end * 1000).toISOString() })]
}

function battery({ battery: last }: DeviceFacts, silence: number): Finding[] {
  if (!last) return []
  const { millivolts, daysLeft, lowMillivolts } = last
  const volts = millivolts / 1000
  const curve = { curve: 'battery' as const }
  if (millivolts <= (lowMillivolts ?? BATTERY_LOW_MILLIVOLTS)) return [finding('batteryEmpty', 0.9, { volts }, curve)]
  if (daysLeft !== null && daysLeft <= SOON_DAYS) {
    const isOver = daysLeft * DAY_SECONDS <= silence
    return [finding('batteryFalling', isOver ? 0.8 : 0.65, { volts, days: daysLeft }, curve)]
  }
  return millivolts <= (lowMillivolts ?? LOW_MILLIVOLTS) ? [finding('batteryEmpty', 0.45, { volts }, curve)] : []
}

function signal(facts: DeviceFacts): Finding[] {
  const { signal: samples } = facts
  const last = samples.at(-1)
  if (!last) return []
  const dbm = wholeMedian(samples.filter(({ time }) => time > last.time - DAY_SECONDS).map((sample) => sample.dbm))
  const before = samples.filter(({ time }) => time <= last.time - 7 * DAY_SECONDS).map((sample) => sample.dbm)
  const missed = missedShare(facts)
  const more = missed >= MISSED_SHARE ? 0.15 : 0
  const percent = Math.round(missed * 100)
  const curve = { curve: 'signal' as const }
  if (dbm <= WEAK_DBM) return [finding('signalWeak', (dbm <= LOST_DBM ? 0.7 : 0.5) + more, { dbm, percent }, curve)]
  if (before.length === 0 || dbm > DOUBTFUL_DBM) return []
  const fell = wholeMedian(before) - dbm
  return fell >= FELL_DB
    ? [finding('signalFell', 0.45 + more, { dbm, before: wholeMedian(before), percent }, curve)]
    : []
}

/** It is heard only now and then, and nothing else explains that. */
function unsteady(facts: DeviceFacts, causes: readonly Finding[]): Finding[] {
  const missed = missedShare(facts)
  if (missed < MISSED_SHARE || causes.length > 0) return []
  return [finding('transmitterUnsteady', 0.5, { percent: Math.round(missed * 100) }, { curve: 'signal' })]
}

/** The share of its intervals in the last week in which a transmitter was not heard, counted from the first time it was heard in that week. */
function missedShare({ heard, updateIntervalHours }: DeviceFacts): number {
  const last = heard.at(-1)
  if (last === undefined) return 0
  const step = updateIntervalHours * HOUR_SECONDS
  const slotOf = (time: number) => Math.round((last - time) / step)
  const week = heard.filter((time) => time > last - 7 * DAY_SECONDS)
  const expected = slotOf(week[0]!) + 1
  return 1 - new Set(week.map(slotOf)).size / expected
}

/** Channels that sent a raw weight after `since`, of which nobody has said how many kilograms it is, and no weight in kilograms. */
function notCalibrated({ uncalibrated = [], scales }: DeviceFacts, since: number): Finding[] {
  const weighed = scales.filter(({ type, lastMeasured }) => type === 'weight' && (lastMeasured ?? 0) >= since)
  const isWeighed = (channel: number) => weighed.some((scale) => scale.channel === channel)
  const channels = uncalibrated
    .filter(({ channel, sentAt }) => sentAt >= since && !isWeighed(channel))
    .map(({ channel }) => channel)
  const values = { channels: channels.join(', '), count: channels.length }
  return channels.length === 0 ? [] : [finding('notCalibrated', 0.95, values)]
}

const tooMuch = ({ throttled }: DeviceFacts): Finding[] => (throttled ? [finding('sendsTooMuch', 0.95, throttled)] : [])

/** Skips a refusal whose cause already has a finding of its own. */
function refused({ refused: last, now, faults = [] }: DeviceFacts, isSilent: boolean): Finding[] {
  if (!last) return []
  const own = faults.some(({ code }) => code === last.own?.code) ? undefined : last.own
  return refusalFindings({ ...last, own, near: isSilent ? last.near : undefined, nowMs: (now + 1) * 1000 })
}

/** Skips a battery in percent, which has a finding of its own. */
function namesUnknown({ unknownNames = [], faults = [] }: DeviceFacts): Finding[] {
  const isPercent = (name: string) =>
    faults.some(({ field, code }) => code === 'battery_percent' && name.toLowerCase().endsWith(field))
  const names = unknownNames.filter((name) => !isPercent(name))
  return names.length === 0 ? [] : [finding('namesUnknown', 0.6, { names: names.join(', '), count: names.length })]
}

const wholeMedian = (values: readonly number[]): number => Math.round(median(values)!)
