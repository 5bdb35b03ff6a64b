import type { AlarmStatus, AlarmType, AlarmVerdict } from '../alerts/alarm.ts'
import { RINGING_CONFIDENCE_PERCENT } from '../alerts/alarm-types.ts'
import { indexFrom } from '../platform/index-from.ts'

/** A step between consecutive readings; `time` in epoch seconds is that of the later one. */
export type Jump = { time: number; changeGrams: number }

/** The circumstances of a scale's jumps; all times in epoch seconds. */
export type JumpSurroundings = {
  /** The times of noted interventions. */
  interventions: readonly number[]
  /** The times at which the scale was calibrated or moved to another channel. */
  changes: readonly number[]
  alarms: readonly {
    type: AlarmType
    status: AlarmStatus
    verdict: AlarmVerdict | null
    confidencePercent: number
    startedAt: number
    /** Null while it continues. */
    endedAt: number | null
  }[]
}

type Alarm = JumpSurroundings['alarms'][number]

/** The heaviest swarm there is. */
const HEAVIEST_SWARM_GRAMS = 4500
const NOTED_SECONDS = 2 * 3600
/** The longest interval of a transmitter, with some time to spare: the first reading after a change of the scale shows it. */
const CHANGED_SECONDS = 7 * 3600
const HANDS_BEFORE_SECONDS = 30 * 60
const HANDS_AFTER_SECONDS = 60 * 60
const ALARM_SECONDS = 3600
const RETURN_SECONDS = 6 * 3600

/**
 * Returns those of a scale's jumps that the beekeeper made. Bees never bring half a kilogram at once: every rise is by hand, unless a swarm
 * comes back. A fall is by hand if there is a sign of that nearby: an intervention, a rise, the hive taken off, a loss larger than any
 * swarm, an alarm that was judged false or is in doubt, or a scale that means another weight from then on. Losses that a valid alarm attributes to bees stay. Jumps may be in any order; a
 * flickering scale has tens of thousands of them, so none is compared with all others.
 */
export function jumpsByHand<Found extends Jump>(jumps: readonly Found[], around: JumpSurroundings): Found[] {
  const losses = around.alarms.filter((alarm) => tellsOfBees(alarm) && stands(alarm))
  const swarms = losses.filter(({ type }) => type === 'swarm')
  const isTakenByBees = coveredBy(losses)
  const isOfAlarm = coveredBy(around.alarms)
  const isNoted = timesBetween(around.interventions)
  const isChanged = timesBetween(around.changes)
  const isRaised = timesBetween(jumps.filter(({ changeGrams }) => changeGrams > 0).map(({ time }) => time))
  return jumps.filter((jump) => {
    const { time, changeGrams } = jump
    if (changeGrams > 0) return !swarms.some((swarm) => comesBack(jump, swarm, jumps))
    if (isTakenByBees(time)) return false
    return (
      -changeGrams > HEAVIEST_SWARM_GRAMS ||
      isNoted(time - NOTED_SECONDS, time + NOTED_SECONDS) ||
      isChanged(time - CHANGED_SECONDS, time) ||
      isOfAlarm(time) ||
      isRaised(time - HANDS_BEFORE_SECONDS, time + HANDS_AFTER_SECONDS)
    )
  })
}

const tellsOfBees = ({ type }: Alarm): boolean => type === 'swarm' || type === 'activity'

/** A verdict takes precedence over the detectors' opinion. */
function stands({ verdict, status, confidencePercent }: Alarm): boolean {
  if (verdict !== null) return verdict === 'confirmed'
  return status !== 'withdrawn' && confidencePercent >= RINGING_CONFIDENCE_PERCENT
}

const spanOf = ({ startedAt, endedAt }: Alarm) => ({
  from: startedAt - HANDS_BEFORE_SECONDS,
  to: Math.max(endedAt ?? 0, startedAt + ALARM_SECONDS),
})

function isWithin({ time }: Jump, alarm: Alarm): boolean {
  const { from, to } = spanOf(alarm)
  return time >= from && time <= to
}

/** Returns a predicate: is this time within the span of any of these alarms? */
function coveredBy(alarms: readonly Alarm[]): (time: number) => boolean {
  const spans = alarms.map(spanOf).sort((a, b) => a.from - b.from)
  const starts = spans.map(({ from }) => from)
  let latest = Number.NEGATIVE_INFINITY
  const reach = spans.map(({ to }) => {
    latest = Math.max(latest, to)
    return latest
  })
  return (time) => (reach[indexFrom(starts, time + 1) - 1] ?? Number.NEGATIVE_INFINITY) >= time
}

/** Returns a predicate: is any of these times between the two given ones (inclusive)? */
function timesBetween(times: readonly number[]): (from: number, to: number) => boolean {
  const ordered = times.toSorted((a, b) => a - b)
  return (from, to) => (ordered[indexFrom(ordered, from)] ?? Number.POSITIVE_INFINITY) <= to
}

/** A rise soon after a swarm's loss and no larger than it: the bees returned to their hive or were put back. */
function comesBack(rise: Jump, loss: Alarm, jumps: readonly Jump[]): boolean {
  if (rise.time < loss.startedAt || rise.time > loss.startedAt + RETURN_SECONDS) return false
  const gone = jumps.reduce(
    (sum, fall) =>
      fall.changeGrams < 0 && fall.time < rise.time && isWithin(fall, loss) ? sum - fall.changeGrams : sum,
    0,
  )
  return rise.changeGrams <= gone
}

/**
 * Returns a function that gives the grams that `jumps` (in any order) brought before a time (epoch seconds, exclusive). A net weight is the
 * weight minus this: for a reading at `t` minus `broughtBefore(t + 1)`, for the last weight of a bucket minus `broughtBefore(its end)`.
 */
export function broughtBefore(jumps: readonly Jump[]): (time: number) => number {
  const ordered = jumps.toSorted((a, b) => a.time - b.time)
  const sums = [0]
  for (const { changeGrams } of ordered) sums.push(sums.at(-1)! + changeGrams)
  const times = ordered.map(({ time }) => time)
  return (time) => sums[indexFrom(times, time)]!
}
