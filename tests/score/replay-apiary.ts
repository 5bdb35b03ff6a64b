import { assessAlarm, type NeighbourJump } from '../../server/alarms/detectors/assess-alarm.ts'
import type { Detection } from '../../server/alarms/detectors/detector.ts'
import { initialState, runDetectors } from '../../server/alarms/detectors/run-detectors.ts'
import { RINGING_CONFIDENCE_PERCENT } from '../../server/domain/alarm.ts'
import type { LabelledApiary, LabelledHive } from './labelled-hive.ts'

/** An alarm that rang: `rangAt` is the reading after which it was pushed loudly, in epoch seconds. */
export type Ringing = {
  scaleId: number
  type: Detection['type']
  startedAt: number
  rangAt: number
  detection: Detection
}

/** A detection as it was known right after one reading. */
type Told = { at: number; detection: Detection }

const DAY_SECONDS = 86400

/** Replays a whole apiary, judging each detection only by what was known when it was made. */
export function replayApiary(apiary: LabelledApiary): { ringing: Ringing[]; quiet: number } {
  const runs = apiary.hives.map((hive) => ({ hive, ...replayHive(hive, apiary) }))
  const ringing: Ringing[] = []
  let quiet = 0
  for (const { hive, told } of runs) {
    const jumps = runs.flatMap((run) => (run.hive.scaleId === hive.scaleId ? [] : run.jumps))
    const rang = ringIn(hive, told, jumps)
    ringing.push(...rang)
    quiet += new Set(told.map(({ detection }) => `${detection.type} ${detection.startedAt}`)).size - rang.length
  }
  return { ringing, quiet }
}

/** All jumps of an apiary, for replaying a single changed hive among its neighbours. */
export function jumpsOf(apiary: LabelledApiary): NeighbourJump[] {
  return apiary.hives.flatMap((hive) => replayHive(hive, apiary).jumps)
}

/** Replays one hive among neighbours whose jumps are known already. */
export function replayAmong(hive: LabelledHive, apiary: LabelledApiary, jumps: readonly NeighbourJump[]): Ringing[] {
  const others = jumps.filter((jump) => jump.scaleId !== hive.scaleId)
  return ringIn(hive, replayHive(hive, apiary).told, others)
}

function replayHive(hive: LabelledHive, { settings }: LabelledApiary): { told: Told[]; jumps: NeighbourJump[] } {
  const told: Told[] = []
  const jumps: NeighbourJump[] = []
  let state = initialState()
  let from = 0
  while (from < hive.samples.length) {
    const end = hive.samples[from]!.time + DAY_SECONDS
    let to = from
    while (to < hive.samples.length && hive.samples[to]!.time < end) to++
    const day = hive.samples.slice(from, to)
    const run = runDetectors(state, day, settings)
    for (const jump of run.jumps) jumps.push({ scaleId: hive.scaleId, ...jump })
    if (run.detections.length > 0) {
      let step = state
      for (const sample of day) {
        const one = runDetectors(step, [sample], settings)
        for (const detection of one.detections) told.push({ at: sample.time, detection })
        step = one.state
      }
    }
    state = run.state
    from = to
  }
  return { told, jumps }
}

function ringIn(hive: LabelledHive, told: readonly Told[], jumps: readonly NeighbourJump[]): Ringing[] {
  const ringing = new Map<string, Ringing>()
  for (const { at, detection } of told) {
    const name = `${detection.type} ${detection.startedAt}`
    if (ringing.has(name) || detection.status === 'withdrawn' || detection.status === 'closed') continue
    const { confidencePercent, why } = assessAlarm(detection, {
      neighbourJumps: jumps.filter(({ time }) => time <= at && time > at - DAY_SECONDS),
      interventionTimes: hive.notes.filter(({ notedAt }) => notedAt <= at).map(({ time }) => time),
    })
    if (confidencePercent < RINGING_CONFIDENCE_PERCENT) continue
    const { type, startedAt } = detection
    ringing.set(name, { scaleId: hive.scaleId, type, startedAt, rangAt: at, detection: { ...detection, why } })
  }
  return [...ringing.values()]
}
