import { type AlarmStatus, type AlarmType, type AlarmVerdict, RINGING_CONFIDENCE_PERCENT } from './alarm.ts'

/** A step between neighboring readings; `time` in epoch seconds is that of the later one. */
export type Jump = { time: number; changeGrams: number }

/** What is known about the time around a scale's jumps; all times in epoch seconds. */
export type JumpSurroundings = {
  /** When somebody noted an intervention. */
  interventions: readonly number[]
  alarms: readonly {
    type: AlarmType
    status: AlarmStatus
    verdict: AlarmVerdict | null
    confidencePercent: number
    startedAt: number
    /** Null while it goes on. */
    endedAt: number | null
  }[]
}

type Alarm = JumpSurroundings['alarms'][number]

/** No swarm is heavier. */
const HEAVIEST_SWARM_GRAMS = 4500
const NOTED_SECONDS = 2 * 3600
const HANDS_BEFORE_SECONDS = 30 * 60
const HANDS_AFTER_SECONDS = 60 * 60
const ALARM_SECONDS = 3600
const RETURN_SECONDS = 6 * 3600

/**
 * Those of a scale's jumps that the beekeeper's hands made. Bees bring no half kilogram at once: every rise is by hand, unless a
 * swarm comes back. A fall is by hand where a sign of hands is near: an intervention, a rise, the hive taken off, more than any
 * swarm weighs, or an alarm that was judged false or is doubted. What a standing alarm says that bees took stays.
 */
export function jumpsByHand<Found extends Jump>(jumps: readonly Found[], around: JumpSurroundings): Found[] {
  const losses = around.alarms.filter((alarm) => tellsOfBees(alarm) && stands(alarm))
  return jumps.filter((jump) => {
    if (jump.changeGrams > 0) return !losses.some((loss) => comesBack(jump, loss, jumps))
    if (losses.some((loss) => isWithin(jump, loss))) return false
    return (
      -jump.changeGrams > HEAVIEST_SWARM_GRAMS ||
      around.interventions.some((time) => Math.abs(time - jump.time) <= NOTED_SECONDS) ||
      around.alarms.some((alarm) => isWithin(jump, alarm)) ||
      jumps.some((other) => other.changeGrams > 0 && isNear(other, jump))
    )
  })
}

const tellsOfBees = ({ type }: Alarm): boolean => type === 'swarm' || type === 'activity'

/** A verdict counts before what the detectors think. */
function stands({ verdict, status, confidencePercent }: Alarm): boolean {
  if (verdict !== null) return verdict === 'confirmed'
  return status !== 'withdrawn' && confidencePercent >= RINGING_CONFIDENCE_PERCENT
}

const isWithin = ({ time }: Jump, { startedAt, endedAt }: Alarm): boolean =>
  time >= startedAt - HANDS_BEFORE_SECONDS && time <= Math.max(endedAt ?? 0, startedAt + ALARM_SECONDS)

const isNear = (rise: Jump, fall: Jump): boolean =>
  rise.time >= fall.time - HANDS_BEFORE_SECONDS && rise.time <= fall.time + HANDS_AFTER_SECONDS

/** A rise soon after a swarm's fall, and no larger: they settled in their hive again, or were put back. */
function comesBack(rise: Jump, loss: Alarm, jumps: readonly Jump[]): boolean {
  if (loss.type !== 'swarm' || rise.time < loss.startedAt || rise.time > loss.startedAt + RETURN_SECONDS) return false
  const gone = jumps.reduce(
    (sum, fall) =>
      fall.changeGrams < 0 && fall.time < rise.time && isWithin(fall, loss) ? sum - fall.changeGrams : sum,
    0,
  )
  return rise.changeGrams <= gone
}

/**
 * The grams that `jumps` brought before a time (epoch seconds, exclusive), in any order of the jumps. A net weight is the weight less
 * this: of a reading at `t` less `broughtBefore(t + 1)`, of the last weight of a bucket less `broughtBefore(its end)`.
 */
export function broughtBefore(jumps: readonly Jump[]): (time: number) => number {
  const ordered = jumps.toSorted((a, b) => a.time - b.time)
  const sums = [0]
  for (const { changeGrams } of ordered) sums.push(sums.at(-1)! + changeGrams)
  return (time) => {
    let low = 0
    let high = ordered.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (ordered[middle]!.time < time) low = middle + 1
      else high = middle
    }
    return sums[low]!
  }
}
