import type { Detection } from '#domain/alerts/detection.ts'
import { assessAlarm, type NeighbourJump } from '../../server/alerts/alarms/detectors/assess-alarm.ts'
import { initialState, runDetectors } from '../../server/alerts/alarms/detectors/run-detectors.ts'
import { type FoundAlarm, isLoud, swarmSignsFor } from '../../server/alerts/alarms/detectors/swarm-signs.ts'
import { arrivalOf, type LabelledApiary, type LabelledHive } from './labelled-hive.ts'

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

/** A detection as it was known right after one reading, or one batch of them, had arrived. */
type Told = { at: number; hive: LabelledHive; detection: Detection }

const DAY_SECONDS = 86400

/** Replays a whole apiary, judging each detection only by what was known when it was made. */
export function replayApiary(apiary: LabelledApiary): Ringing[] {
  const runs = apiary.hives.map((hive) => replayHive(hive, apiary))
  return listen(
    runs.flatMap(({ told }) => told),
    runs.flatMap(({ jumps }) => jumps),
  )
}

/** All jumps of an apiary, for replaying a single changed hive among its neighbours. */
export function jumpsOf(apiary: LabelledApiary): NeighbourJump[] {
  return apiary.hives.flatMap((hive) => replayHive(hive, apiary).jumps)
}

/** Replays one hive among neighbours whose jumps are known already. */
export function replayAmong(hive: LabelledHive, apiary: LabelledApiary, jumps: readonly NeighbourJump[]): Ringing[] {
  return listen(replayHive(hive, apiary).told, jumps)
}

function replayHive(hive: LabelledHive, apiary: LabelledApiary): { told: Told[]; jumps: NeighbourJump[] } {
  const told: Told[] = []
  const jumps: NeighbourJump[] = []
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
  return { told, jumps }
}

function listen(told: readonly Told[], jumps: readonly NeighbourJump[]): Ringing[] {
  const ringing = new Map<string, Ringing>()
  for (const { at, hive, detection } of told.toSorted((a, b) => a.at - b.at)) {
    const { scaleId } = hive
    const { type, status, startedAt } = detection
    const name = `${scaleId} ${type} ${startedAt}`
    const known = ringing.get(name)
    if (status === 'withdrawn' || status === 'closed') continue
    const own = { scaleId, detection }
    const { confidencePercent, why } = assessAlarm(detection, {
      neighbourJumps: jumps.filter(
        (jump) => jump.scaleId !== scaleId && jump.time <= at && jump.time > at - DAY_SECONDS,
      ),
      interventionTimes: hive.notes.filter(({ notedAt }) => notedAt <= at).map(({ time }) => time),
      otherSwarmSigns: swarmSignsFor({ ...own, confidencePercent: detection.confidencePercent }, found(ringing, at)),
    })
    const levels = known?.levels ?? []
    if (confidencePercent > (levels.at(-1)?.confidencePercent ?? -1)) levels.push({ at, confidencePercent })
    const loud = isLoud(confidencePercent)
    if (known && (known.loud || !loud)) continue
    ringing.set(name, {
      scaleId,
      type,
      startedAt,
      rangAt: at,
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
