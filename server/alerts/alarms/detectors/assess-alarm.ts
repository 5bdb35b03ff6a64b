import type { AlarmReason } from '#domain/alerts/alarm.ts'
import { SCALE_CHANGED } from '#domain/alerts/changed-scale.ts'
import type { Detection, Deviation } from '#domain/alerts/detection.ts'
import { HOUR_SECONDS } from '#domain/platform/durations.ts'
import type { Reason } from './detector.ts'
import { type ChangeBeside, changeBeside } from './deviation.ts'
import { logOddsOf, percentOf } from './log-odds.ts'
import { rateSize } from './rate-seldom.ts'

const AROUND_SECONDS = 3600
const NEIGHBOR_STEP_GRAMS = 500
const SMALL_STEP_GRAMS = 1500
/** More than this is neither rain nor bees: somebody is lifting boxes there. */
const BOXES_GRAMS = 10_000
const SPIKE_GRAMS = 1500
const STEADY_PERCENT = 15
const NOTED_PERCENT = 50
/** The deduction for somebody working near a swarm. Notes and lifted boxes indicate the same hands, and bees that left in pieces outweigh it. */
const HANDS_PERCENT = 40
/**
 * Log odds that count against a swarm whose hive was read so rarely that it is one step among others. Fitted together with `rateSeldom`, except for
 * the small steps and the second hive that loses with it: there the simulated apiaries have more simultaneous swarms than in real life.
 */
const SELDOM_ODDS = {
  smallStep: 0.9,
  smallSteps: 1.4,
  bigStep: 3.2,
  /** A neighbor's steps count for less, the longer their span is: per logarithm of its hours. */
  smallPerSpan: 1.1,
  bigPerSpan: 1.7,
  leastStep: 0.5,
  boxes: 2.5,
  /** Weather moves all hives alike, hands each of them differently: per kilogram by which the nearby hives differ. */
  apartPerKg: 1.2,
  lostBeside: 0.7,
  severalLostBeside: 1.7,
  noted: 3.3,
}
/** The minimum counted for a hive's loss after subtracting that of the nearby hives. */
const LEAST_LOSS_GRAMS = 150
/** Of a scale that was calibrated or moved in the middle of it, an alarm never rings. */
const CHANGED_AT_MOST_PERCENT = 10
/** From these amounts on the reasons mention what the nearby hives did. */
const TOLD_BESIDE_GRAMS = 200
const TOLD_APART_GRAMS = 500
/** Hives that differ by more than this were worked on; a larger difference says nothing more. */
const APART_AT_MOST_GRAMS = 2000
/** The limit for rarely read hives; frequent readings allow more confidence. */
const SELDOM_AT_MOST_PERCENT = 80
/** Of episodes that began longer ago, only what happened in this last part counts. */
export const LOOK_BACK_SECONDS = 8 * 86_400

export type NeighborJump = { scaleId?: number; time: number; changeGrams: number }

/** What is known about the surroundings of an alarm; times in epoch seconds. */
export type AlarmContext = {
  /** Steps in other hives of the same transmitter or place. */
  neighborJumps: readonly NeighborJump[]
  /** Interventions people noted for this hive or place. */
  interventionTimes: readonly number[]
  /** From when on the weights of this hive meant something else: its scale was calibrated, or moved to another channel. */
  changeTimes?: readonly number[]
  /** Swarm alarms of neighboring hives: if one rang, steps there during that time were a swarm, not hands. */
  otherSwarmSigns?: readonly SwarmSign[]
  /** For each of the other hives, what it did beyond its previous days; used only for alarms of rarely read hives. */
  deviationsBeside?: readonly (readonly Deviation[])[]
}

/** A span in epoch seconds in which a hive lost what may have been a swarm. */
export type SwarmSign = { scaleId: number; startedAt: number; endedAt: number; isLoud: boolean }

/** The same, prepared once for many alarms of a place. */
export type Evidence = {
  /** `neighborJumps` without spikes. */
  steps: readonly NeighborJump[]
  hasIntervention: boolean
  /** Whether the weights before and after the loss cannot be compared. */
  hasChange: boolean
  /** Whether a step belongs to a swarm that left the nearby hive. */
  isOfSwarm: (step: NeighborJump) => boolean
  swarmSigns: readonly SwarmSign[]
  deviationsBeside: readonly (readonly Deviation[])[]
}

/** The span around an alarm that is taken into account; epoch seconds, both ends inclusive. */
export const evidenceSpan = ({ startedAt, detectedAt }: Pick<Detection, 'startedAt' | 'detectedAt'>) => ({
  from: Math.max(startedAt, detectedAt - LOOK_BACK_SECONDS) - AROUND_SECONDS,
  to: detectedAt + AROUND_SECONDS,
})

/** Whether one of these times (epoch seconds) lies between the last reading before an alarm and the one that showed it. */
export const hasChangeIn = (
  { startedAt, detectedAt }: Pick<Detection, 'startedAt' | 'detectedAt'>,
  times: readonly number[],
): boolean => times.some((time) => time >= startedAt && time <= detectedAt)

/** Second stage: lowers the confidence by what happened around the hive, and adds the reasons. Pure. */
export function assessAlarm(detection: Detection, context: AlarmContext) {
  const { from, to } = evidenceSpan(detection)
  return weighEvidence(detection, {
    steps: withoutSpikes(context.neighborJumps),
    hasIntervention: context.interventionTimes.some((time) => time >= from && time <= to),
    hasChange: hasChangeIn(detection, context.changeTimes ?? []),
    isOfSwarm: swarmCover(context.otherSwarmSigns ?? []),
    swarmSigns: context.otherSwarmSigns ?? [],
    deviationsBeside: context.deviationsBeside ?? [],
  })
}

/** Steps outside the alarm's `evidenceSpan` do not count. Pure. */
export function weighEvidence(
  detection: Detection,
  { steps, hasIntervention, hasChange, isOfSwarm, swarmSigns, deviationsBeside }: Evidence,
): { confidencePercent: number; why: AlarmReason[] } {
  const why: Reason[] = []
  const spanHours = seldomSpanHours(detection)
  const isSwarm = detection.type === 'swarm'
  let percent = detection.confidencePercent
  let odds = logOddsOf(percent)
  const { from, to } = evidenceSpan(detection)
  const byNight = detection.why.some(({ code }) => code === 'night')

  const moved = steps.filter(
    (step) =>
      Math.abs(step.changeGrams) >= NEIGHBOR_STEP_GRAMS &&
      step.time >= from &&
      step.time <= to &&
      !(isSwarm && spanHours === 0 && isOfSwarm(step)),
  )
  if (spanHours > 0) {
    const seconds = spanHours * HOUR_SECONDS
    const beside = changeBeside(deviationsBeside, detection.startedAt, detection.startedAt + seconds)
    odds += weighBeside(detection, beside, seconds)
    why.push(...explainBeside(detection, beside))
  }
  let besidePercent = 0
  if (moved.length > 0 && !byNight) {
    const largest = moved.reduce((grams, step) => Math.max(grams, Math.abs(step.changeGrams)), 0)
    besidePercent = isSteadyLoss(detection) ? STEADY_PERCENT : neighborWeight(moved.length, largest, isSwarm)
    odds -= seldomNeighborWeight(moved.length, largest, spanHours)
    why.push({ code: 'neighbourMoved', values: { kg: kilograms(largest) } })
  }
  const lost =
    spanHours > 0
      ? new Set(swarmSigns.filter((sign) => isAtOnce(sign, detection)).map(({ scaleId }) => scaleId)).size
      : 0
  if (lost > 0) {
    odds -= lost === 1 ? SELDOM_ODDS.lostBeside : SELDOM_ODDS.severalLostBeside
    why.push({ code: 'lostBeside' })
  }
  if (hasIntervention) {
    besidePercent = isSwarm ? HANDS_PERCENT : besidePercent + NOTED_PERCENT
    odds -= SELDOM_ODDS.noted
    why.push({ code: 'interventionNoted' })
  }
  if (hasChange) why.push({ code: SCALE_CHANGED })
  percent -= besidePercent
  const confidencePercent =
    spanHours > 0 ? Math.min(SELDOM_AT_MOST_PERCENT, percentOf(odds)) : Math.max(1, Math.min(99, percent))
  return {
    confidencePercent: hasChange ? Math.min(CHANGED_AT_MOST_PERCENT, confidencePercent) : confidencePercent,
    why: [...detection.why, ...why],
  }
}

/** A loss over an hour is bees carrying honey off, not hands, whatever somebody does nearby. */
const isSteadyLoss = ({ type, weightChangeGrams, why }: Detection): boolean =>
  type === 'activity' && weightChangeGrams < 0 && !why.some(({ code }) => code === 'bySteps' || code === 'bothWays')

/** The hours between the readings of a rarely read swarm, 0 for every other alarm. Two hives that lose in the same hours have hardly both swarmed. */
function seldomSpanHours({ type, why }: Detection): number {
  const sparse = type === 'swarm' ? why.find(({ code }) => code === 'sparse') : undefined
  return (Number(sparse?.values?.minutes ?? 0) * 60) / HOUR_SECONDS
}

/**
 * Counts only the part of a loss that the nearby hives did not share. Their gains make a loss
 * more certain only if a second reading has confirmed it: a single reading never rings.
 */
function weighBeside(
  { status, weightChangeGrams }: Detection,
  { grams, apartGrams }: ChangeBeside,
  seconds: number,
): number {
  const sizeOf = (lostGrams: number) => rateSize(Math.max(LEAST_LOSS_GRAMS, lostGrams), seconds)
  const size = sizeOf(grams - weightChangeGrams) - sizeOf(-weightChangeGrams)
  const apart = (SELDOM_ODDS.apartPerKg * Math.min(APART_AT_MOST_GRAMS, apartGrams)) / 1000
  return (status === 'confirmed' ? size : Math.min(0, size)) - apart
}

function explainBeside({ weightChangeGrams }: Detection, { grams, apartGrams }: ChangeBeside): Reason[] {
  const why: Reason[] = []
  // at most the whole loss
  const ofLoss = weightChangeGrams < 0 ? Math.max(grams, weightChangeGrams) : grams
  if (grams <= -TOLD_BESIDE_GRAMS) why.push({ code: 'besideLost', values: { kg: kilograms(-ofLoss) } })
  if (grams >= TOLD_BESIDE_GRAMS) why.push({ code: 'besideGained', values: { kg: kilograms(grams) } })
  if (apartGrams >= TOLD_APART_GRAMS) why.push({ code: 'besideApart', values: { kg: kilograms(apartGrams) } })
  return why
}

const kilograms = (grams: number): number => Math.round(grams / 100) / 10

const isAtOnce = (sign: SwarmSign, { startedAt, detectedAt }: Detection): boolean =>
  sign.startedAt <= detectedAt && sign.endedAt >= startedAt

/** One small step may be rain or wind; a big one or several mean somebody is at work. Near lifted boxes only bees that left in pieces can still ring. */
function neighborWeight(steps: number, largestGrams: number, isSwarm: boolean): number {
  if (isSwarm && largestGrams > BOXES_GRAMS) return HANDS_PERCENT
  return steps === 1 && largestGrams < SMALL_STEP_GRAMS ? 15 : 35
}

/** The same for a swarm of a rarely read hive: over hours, a neighbor's big step says less. */
function seldomNeighborWeight(steps: number, largestGrams: number, spanHours: number): number {
  const { smallStep, smallSteps, bigStep, smallPerSpan, bigPerSpan, leastStep, boxes } = SELDOM_ODDS
  const span = Math.log(spanHours)
  const weight =
    largestGrams >= SMALL_STEP_GRAMS
      ? bigStep - bigPerSpan * Math.max(0, span)
      : (steps === 1 ? smallStep : smallSteps) - smallPerSpan * span
  return Math.max(largestGrams > BOXES_GRAMS ? boxes : leastStep, weight)
}

/** Returns the jumps without spikes, by hive and in order of time. */
export function withoutSpikes(jumps: readonly NeighborJump[]): NeighborJump[] {
  const byHive = Map.groupBy(jumps, ({ scaleId }) => scaleId)
  return [...byHive.values()].flatMap((ofHive) => {
    const inOrder = ofHive.toSorted((a, b) => a.time - b.time)
    return inOrder.filter((_, at) => !isSpike(inOrder, at))
  })
}

/** Up and back down, or down and back up, with nothing else around it: a fault of the scale, or a glance under the lid. */
function isSpike(jumps: readonly NeighborJump[], at: number): boolean {
  const jump = jumps[at]!
  if (Math.abs(jump.changeGrams) > SPIKE_GRAMS) return false
  const near = [at - 2, at - 1, at + 1, at + 2].flatMap((other) => {
    const beside = jumps[other]
    return beside && Math.abs(beside.time - jump.time) <= AROUND_SECONDS ? [beside] : []
  })
  return (
    near.length === 1 &&
    Math.abs(near[0]!.changeGrams + jump.changeGrams) <=
      0.25 * Math.min(Math.abs(jump.changeGrams), Math.abs(near[0]!.changeGrams))
  )
}

/** Returns a predicate: does a fall lie in the span of a loud swarm sign of its hive? Prepared because it is called often. */
export function swarmCover(signs: readonly SwarmSign[]): (step: NeighborJump) => boolean {
  const spans = new Map<number | undefined, { starts: number[]; latestEnds: number[] }>()
  for (const { scaleId, startedAt, endedAt } of signs
    .filter(({ isLoud }) => isLoud)
    .toSorted((a, b) => a.startedAt - b.startedAt)) {
    const ofHive = spans.get(scaleId) ?? { starts: [], latestEnds: [] }
    ofHive.starts.push(startedAt)
    ofHive.latestEnds.push(Math.max(endedAt, ofHive.latestEnds.at(-1) ?? 0))
    spans.set(scaleId, ofHive)
  }
  return ({ scaleId, time, changeGrams }) => {
    const ofHive = changeGrams > 0 ? undefined : spans.get(scaleId)
    if (!ofHive) return false
    const begun = firstAfter(ofHive.starts, time, (start) => start)
    return begun > 0 && ofHive.latestEnds[begun - 1]! >= time
  }
}

/** The index of the first item later than `time` in a list ordered by time. */
export function firstAfter<Item>(items: readonly Item[], time: number, timeOf: (item: Item) => number): number {
  let from = 0
  let to = items.length
  while (from < to) {
    const middle = (from + to) >> 1
    if (timeOf(items[middle]!) > time) to = middle
    else from = middle + 1
  }
  return from
}
