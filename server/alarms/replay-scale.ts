import { ABSENT, DAY_SECONDS, type RawTile } from '#domain/timeline-tile.ts'
import type { HotStatements } from '../db/hot-statements.ts'
import type { Detection, DetectorSettings, Jump, Sample } from './detectors/detector.ts'
import {
  type Checkpoint,
  type DetectorState,
  decodeState,
  encodeCheckpoint,
  initialState,
  isSameState,
  runDetectors,
} from './detectors/run-detectors.ts'

/**
 * What the detectors found in a stretch of one scale's readings. `state` is undefined where the stretch ended inside
 * the past, because from there on everything is as it was.
 */
export type ScaleRun = {
  from: number
  to: number
  state: DetectorState | undefined
  detections: Detection[]
  jumps: Jump[]
  unusable: number[]
  checkpoints: Checkpoint[]
  /** Episodes that go on after the stretch: they are stored already in their later form, which still holds. */
  unchanged: Pick<Detection, 'type' | 'startedAt'>[]
}

const dayOf = (time: number) => time - (time % DAY_SECONDS)

/** Readings later than all before: only they are run. */
export function continueScale(
  state: DetectorState,
  added: readonly number[],
  raw: (from: number) => RawTile,
  settings: DetectorSettings,
): ScaleRun {
  const after = state.recent.times.at(-1) ?? 0
  const days = new Set(added.map(dayOf))
  const samples = [...days].flatMap((day) => samplesOf(raw(day), after))
  const run = runDetectors(state, samples, settings)
  return { ...run, from: added[0]!, to: added.at(-1)! + 1, unchanged: [] }
}

/**
 * Late readings, or a scale whose state is not in memory: runs again from the last checkpoint before the first of them.
 * Ends at the first later day whose state comes out the same as it was stored.
 */
export function replayScale(
  statements: HotStatements,
  scaleId: number,
  added: readonly number[],
  raw: (from: number) => RawTile,
  settings: DetectorSettings,
): ScaleRun {
  const firstDay = dayOf(added[0]!)
  const lastDay = dayOf(added.at(-1)!)
  const checkpoint = statements.latestCheckpoint.get(scaleId, firstDay)
  const from = checkpoint?.from ?? firstDay
  const starts = statements.rawStartsFrom.all(scaleId, from).map((row) => row.from)
  let state = checkpoint ? decodeState(checkpoint.state) : initialState()
  const found: ScaleRun = {
    from,
    to: from,
    state: undefined,
    detections: [],
    jumps: [],
    unusable: [],
    checkpoints: [],
    unchanged: [],
  }
  for (const day of starts) {
    const samples = samplesOf(raw(day), -1)
    if (samples.length === 0) continue
    if (day > lastDay && isStored(statements, scaleId, day, state)) return settled(found, day)
    const run = runDetectors(state, samples, settings)
    state = run.state
    found.detections.push(...run.detections)
    found.jumps.push(...run.jumps)
    found.unusable.push(...run.unusable)
    found.checkpoints.push(...run.checkpoints)
    found.to = day + DAY_SECONDS
  }
  return { ...found, state, detections: lastForms(found.detections) }
}

function settled(found: ScaleRun, to: number): ScaleRun {
  const detections = lastForms(found.detections)
  const goesOn = ({ status }: Detection) => status === 'open' || status === 'provisional'
  return {
    ...found,
    to,
    detections: detections.filter((detection) => !goesOn(detection)),
    unchanged: detections.filter(goesOn),
  }
}

function lastForms(detections: readonly Detection[]): Detection[] {
  return [...new Map(detections.map((detection) => [`${detection.type} ${detection.startedAt}`, detection])).values()]
}

function isStored(statements: HotStatements, scaleId: number, day: number, state: DetectorState): boolean {
  const stored = statements.readCheckpoint.get(scaleId, day)
  return stored !== undefined && isSameState(stored.state, encodeCheckpoint(state))
}

/** The weights of a raw tile later than `after`. */
export function samplesOf(tile: RawTile, after: number): Sample[] {
  const { weight } = tile.columns
  const samples: Sample[] = []
  if (!weight) return samples
  for (let i = 0; i < tile.length; i++) {
    const time = tile.from + tile.time[i]!
    if (time > after && weight[i] !== ABSENT) samples.push({ time, weightGrams: weight[i]! })
  }
  return samples
}
