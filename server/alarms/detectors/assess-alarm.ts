import type { AlarmReason } from '#domain/alarm.ts'
import type { Detection, Reason } from './detector.ts'

const AROUND_SECONDS = 3600
const NEIGHBOUR_STEP_GRAMS = 500
const SMALL_STEP_GRAMS = 1500
const SPIKE_GRAMS = 1500

export type NeighbourJump = { scaleId?: number; time: number; changeGrams: number }

/** What is known around an alarm; times in epoch seconds. */
export type AlarmContext = {
  /** Steps in other hives of the same controller or place. */
  neighbourJumps: readonly NeighbourJump[]
  /** Interventions that people noted for this hive or place. */
  interventionTimes: readonly number[]
  /** Ringing swarm alarms of neighbouring hives: what moved there in that time was a swarm, not hands. */
  otherSwarmSigns?: readonly { scaleId: number; startedAt: number; endedAt: number }[]
}

/** Second stage: what happened around the hive lowers the confidence and says so. Pure. */
export function assessAlarm(
  detection: Detection,
  context: AlarmContext,
): { confidencePercent: number; why: AlarmReason[] } {
  const why: Reason[] = []
  let percent = detection.confidencePercent
  const from = detection.startedAt - AROUND_SECONDS
  const to = detection.detectedAt + AROUND_SECONDS
  const byNight = detection.why.some(({ code }) => code === 'night')

  const moved = context.neighbourJumps.filter(
    (jump) =>
      Math.abs(jump.changeGrams) >= NEIGHBOUR_STEP_GRAMS &&
      jump.time >= from &&
      jump.time <= to &&
      !isSpike(jump, context.neighbourJumps) &&
      !(detection.type === 'swarm' && belongsToSwarm(jump, context)),
  )
  if (moved.length > 0 && !byNight) {
    const largest = moved.reduce((a, b) => (Math.abs(b.changeGrams) > Math.abs(a.changeGrams) ? b : a))
    percent -= neighbourWeight(moved.length, Math.abs(largest.changeGrams))
    why.push({ code: 'neighbourMoved', values: { kg: Math.round(Math.abs(largest.changeGrams) / 100) / 10 } })
  }
  if (context.interventionTimes.some((time) => time >= from && time <= to)) {
    percent -= 50
    why.push({ code: 'interventionNoted' })
  }
  return { confidencePercent: Math.max(1, Math.min(99, percent)), why: [...detection.why, ...why] }
}

/** One small step may be rain or wind; a big one or several are somebody at work. */
function neighbourWeight(steps: number, largestGrams: number): number {
  return steps === 1 && largestGrams < SMALL_STEP_GRAMS ? 15 : 35
}

/** Up and back down, or down and back up, with nothing else around it: a fault of the scale, or a glance under a lid. */
function isSpike(jump: NeighbourJump, jumps: readonly NeighbourJump[]): boolean {
  if (Math.abs(jump.changeGrams) > SPIKE_GRAMS) return false
  const near = jumps.filter(
    (other) => other !== jump && other.scaleId === jump.scaleId && Math.abs(other.time - jump.time) <= AROUND_SECONDS,
  )
  return (
    near.length === 1 &&
    Math.abs(near[0]!.changeGrams + jump.changeGrams) <=
      0.25 * Math.min(Math.abs(jump.changeGrams), Math.abs(near[0]!.changeGrams))
  )
}

function belongsToSwarm(jump: NeighbourJump, context: AlarmContext): boolean {
  if (jump.changeGrams > 0) return false
  return (context.otherSwarmSigns ?? []).some(
    (sign) => sign.scaleId === jump.scaleId && jump.time >= sign.startedAt && jump.time <= sign.endedAt,
  )
}
