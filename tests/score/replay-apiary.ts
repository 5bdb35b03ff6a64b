import type { Detection, Deviation } from '#domain/alerts/detection.ts'
import { isDoubted } from '#domain/alerts/one-reading.ts'
import { assessAlarm, type NeighborJump } from '../../server/alerts/alarms/detectors/assess-alarm.ts'
import { initialState, runDetectors } from '../../server/alerts/alarms/detectors/run-detectors.ts'
import { type FoundAlarm, isLoud, swarmSignsFor } from '../../server/alerts/alarms/detectors/swarm-signs.ts'
import { arrivalOf, type LabeledApiary, type LabeledHive } from './labeled-hive.ts'

/**
 * An alarm that was told, loudly or only quietly: `rangAt` is when the reading arrived after which it was, in epoch seconds.
 * `levels`: each confidence that was higher than all before, and when it was reached.
 */
export type Ringing = {
  scaleId: number
  type: Detection['type']
  startedAt: number
  rangAt: number
  loud: boolean
  levels: { at: number; confidencePercent: number }[]
  detection: Detection
}

/** What of a hive counts for those beside it. */
export type Moves = { scaleId: number; jumps: NeighborJump[]; deviations: Deviation[] }

/** A detection as it was known right after one reading, or one batch of them, had arrived. */
type Told = { at: number; hive: LabeledHive; detection: Detection }

const DAY_SECONDS = 86400

/** Replays a whole apiary, judging each detection only by what was known when it was made. */
export function replayApiary(apiary: LabeledApiary): Ringing[] {
  const runs = apiary.hives.map((hive) => replayHive(hive, apiary))
  return listen(
    runs.flatMap(({ told }) => told),
    runs,
  )
}

/** How all hives of an apiary moved, for replaying a single changed hive among its neighbors. */
export const movesOf = (apiary: LabeledApiary): Moves[] => apiary.hives.map((hive) => replayHive(hive, apiary))

/** Replays one hive among neighbors of which it is known already how they moved. */
export const replayAmong = (hive: LabeledHive, apiary: LabeledApiary, hives: readonly Moves[]): Ringing[] =>
  listen(replayHive(hive, apiary).told, hives)

function replayHive(hive: LabeledHive, apiary: LabeledApiary): Moves & { told: Told[] } {
  const told: Told[] = []
  const jumps: NeighborJump[] = []
  const deviations: Deviation[] = []
  const { settings } = apiary
  let state = initialState()
  let from = 0
  while (from < hive.samples.length) {
    const end = arrivalOf(hive.samples[from]!.time, apiary) + DAY_SECONDS
    let to = from
    while (to < hive.samples.length && arrivalOf(hive.samples[to]!.time, apiary) < end) to++
    const day = hive.samples.slice(from, to)
    const run = runDetectors(state, day, settings)
    for (const jump of run.jumps) jumps.push({ scaleId: hive.scaleId, ...jump })
    deviations.push(...run.deviations)
    if (run.detections.length > 0) {
      let step = state
      for (const [at, arrived] of Map.groupBy(day, ({ time }) => arrivalOf(time, apiary))) {
        const one = runDetectors(step, arrived, settings)
        for (const detection of one.detections) told.push({ at, hive, detection })
        step = one.state
      }
    }
    state = run.state
    from = to
  }
  return { scaleId: hive.scaleId, told, jumps, deviations }
}

function listen(told: readonly Told[], hives: readonly Moves[]): Ringing[] {
  const ringing = new Map<string, Ringing>()
  for (const { at, hive, detection } of told.toSorted((a, b) => a.at - b.at)) {
    const { scaleId } = hive
    const { type, status, startedAt } = detection
    const name = `${scaleId} ${type} ${startedAt}`
    const known = ringing.get(name)
    if (status === 'withdrawn' || status === 'closed') continue
    const own = { scaleId, detection }
    const beside = hives.filter((other) => other.scaleId !== scaleId)
    const isNear = ({ time }: { time: number }) => time <= at && time > at - DAY_SECONDS
    const { confidencePercent, why } = assessAlarm(detection, {
      neighborJumps: beside.flatMap(({ jumps }) => jumps.filter(isNear)),
      deviationsBeside: beside.map(({ deviations }) => deviations.filter(isNear)),
      interventionTimes: hive.notes.filter(({ notedAt }) => notedAt <= at).map(({ time }) => time),
      otherSwarmSigns: swarmSignsFor({ ...own, confidencePercent: detection.confidencePercent }, found(ringing, at)),
    })
    if (isDoubted(why, confidencePercent)) continue
    const levels = known?.levels ?? []
    if (confidencePercent > (levels.at(-1)?.confidencePercent ?? -1)) levels.push({ at, confidencePercent })
    const loud = isLoud(confidencePercent)
    if (known?.loud) continue
    ringing.set(name, {
      scaleId,
      type,
      startedAt,
      rangAt: loud ? at : (known?.rangAt ?? at),
      loud,
      levels,
      detection: { ...detection, confidencePercent, why },
    })
  }
  return [...ringing.values()]
}

/** What had been told in the day before `at`; an alarm was found when it first rang. */
const found = (ringing: ReadonlyMap<string, Ringing>, at: number): FoundAlarm[] =>
  [...ringing.values()]
    .filter(({ rangAt }) => rangAt > at - DAY_SECONDS)
    .map(({ scaleId, detection }) => ({ scaleId, detection, confidencePercent: detection.confidencePercent }))
