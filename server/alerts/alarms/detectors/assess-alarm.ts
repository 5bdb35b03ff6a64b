import type { AlarmReason } from '#domain/alerts/alarm.ts'
import type { Detection } from '#domain/alerts/detection.ts'
import { SELDOM_SECONDS } from './daily-course.ts'
import type { Reason } from './detector.ts'

const AROUND_SECONDS = 3600
const NEIGHBOUR_STEP_GRAMS = 500
const SMALL_STEP_GRAMS = 1500
const SPIKE_GRAMS = 1500
const BESIDE_PERCENT = 35
const STEADY_PERCENT = 15
/** Episodes that began longer ago are weighed by what happened in this last part of them. */
export const LOOK_BACK_SECONDS = 8 * 86_400

export type NeighbourJump = { scaleId?: number; time: number; changeGrams: number }

/** What is known around an alarm; times in epoch seconds. */
export type AlarmContext = {
  /** Steps in other hives of the same controller or place. */
  neighbourJumps: readonly NeighbourJump[]
  /** Interventions that people noted for this hive or place. */
  interventionTimes: readonly number[]
  /** Ringing swarm alarms of neighbouring hives: what moved there in that time was a swarm, not hands. */
  otherSwarmSigns?: readonly SwarmSign[]
}

/** A span in epoch seconds in which what a hive lost was a swarm. */
export type SwarmSign = { scaleId: number; startedAt: number; endedAt: number }

/** The same, made ready once for many alarms of a place. */
export type Evidence = {
  /** `neighbourJumps` without spikes. */
  steps: readonly NeighbourJump[]
  hasIntervention: boolean
  /** Whether a step belongs to a swarm that left the hive beside. */
  isOfSwarm: (step: NeighbourJump) => boolean
  swarmSigns: readonly SwarmSign[]
}

/** The span around an alarm in which what happened tells of it; epoch seconds, both ends inclusive. */
export const evidenceSpan = ({ startedAt, detectedAt }: Pick<Detection, 'startedAt' | 'detectedAt'>) => ({
  from: Math.max(startedAt, detectedAt - LOOK_BACK_SECONDS) - AROUND_SECONDS,
  to: detectedAt + AROUND_SECONDS,
})

/** Second stage: what happened around the hive lowers the confidence and says so. Pure. */
export function assessAlarm(detection: Detection, context: AlarmContext) {
  const { from, to } = evidenceSpan(detection)
  return weighEvidence(detection, {
    steps: withoutSpikes(context.neighbourJumps),
    hasIntervention: context.interventionTimes.some((time) => time >= from && time <= to),
    isOfSwarm: swarmCover(context.otherSwarmSigns ?? []),
    swarmSigns: context.otherSwarmSigns ?? [],
  })
}

/** Steps that lie outside the alarm's `evidenceSpan` do not count. Pure. */
export function weighEvidence(
  detection: Detection,
  { steps, hasIntervention, isOfSwarm, swarmSigns }: Evidence,
): { confidencePercent: number; why: AlarmReason[] } {
  const why: Reason[] = []
  let percent = detection.confidencePercent
  const { from, to } = evidenceSpan(detection)
  const byNight = detection.why.some(({ code }) => code === 'night')

  const moved = steps.filter(
    (step) =>
      Math.abs(step.changeGrams) >= NEIGHBOUR_STEP_GRAMS &&
      step.time >= from &&
      step.time <= to &&
      !(detection.type === 'swarm' && isOfSwarm(step)),
  )
  if (moved.length > 0 && !byNight) {
    const largest = moved.reduce((grams, step) => Math.max(grams, Math.abs(step.changeGrams)), 0)
    percent -= isSteadyLoss(detection) ? STEADY_PERCENT : neighbourWeight(moved.length, largest)
    why.push({ code: 'neighbourMoved', values: { kg: Math.round(largest / 100) / 10 } })
  }
  if (isSeldomSwarm(detection) && swarmSigns.some((sign) => isAtOnce(sign, detection))) {
    percent -= BESIDE_PERCENT
    why.push({ code: 'lostBeside' })
  }
  if (hasIntervention) {
    percent -= 50
    why.push({ code: 'interventionNoted' })
  }
  return { confidencePercent: Math.max(1, Math.min(99, percent)), why: [...detection.why, ...why] }
}

/** Bees that carry honey off for an hour are no hands, whatever somebody does beside them. */
const isSteadyLoss = ({ type, weightChangeGrams, why }: Detection): boolean =>
  type === 'activity' && weightChangeGrams < 0 && !why.some(({ code }) => code === 'bySteps' || code === 'bothWays')

/** Read so seldom that rain which dries off looks like a swarm: two hives that lose in the same hours hardly both swarmed. */
const isSeldomSwarm = ({ type, why }: Detection): boolean =>
  type === 'swarm' && why.some(({ code, values }) => code === 'sparse' && Number(values?.minutes) * 60 > SELDOM_SECONDS)

const isAtOnce = (sign: SwarmSign, { startedAt, detectedAt }: Detection): boolean =>
  sign.startedAt <= detectedAt && sign.endedAt >= startedAt

/** One small step may be rain or wind; a big one or several are somebody at work. */
function neighbourWeight(steps: number, largestGrams: number): number {
  return steps === 1 && largestGrams < SMALL_STEP_GRAMS ? 15 : 35
}

/** Jumps that are no spikes, by hive and in the order of time. */
export function withoutSpikes(jumps: readonly NeighbourJump[]): NeighbourJump[] {
  const byHive = Map.groupBy(jumps, ({ scaleId }) => scaleId)
  return [...byHive.values()].flatMap((ofHive) => {
    const inOrder = ofHive.toSorted((a, b) => a.time - b.time)
    return inOrder.filter((_, at) => !isSpike(inOrder, at))
  })
}

/** Up and back down, or down and back up, with nothing else around it: a fault of the scale, or a glance under a lid. */
function isSpike(jumps: readonly NeighbourJump[], at: number): boolean {
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

/** Answers whether a fall lies in the span of a swarm sign of its hive; asked often, so prepared. */
export function swarmCover(signs: readonly SwarmSign[]): (step: NeighbourJump) => boolean {
  const spans = new Map<number | undefined, { starts: number[]; latestEnds: number[] }>()
  for (const { scaleId, startedAt, endedAt } of signs.toSorted((a, b) => a.startedAt - b.startedAt)) {
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

/** Where the first item later than `time` stands in a list that is in the order of time. */
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
