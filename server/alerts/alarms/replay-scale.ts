import type { Detection, Deviation, Jump } from '#domain/alerts/detection.ts'
import { ABSENT, type RawTile } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { ScaleDue } from '../../hives/readings/folding/due-days.ts'
import type { HotStatements } from '../../hives/readings/store/hot-statements.ts'
import { type ScalePast, STARTS_AHEAD } from '../../hives/readings/store/tile-store.ts'
import type { DetectorSettings, Sample } from './detectors/detector.ts'
import {
  type Checkpoint,
  type DetectorRun,
  type DetectorState,
  decodeState,
  encodeCheckpoint,
  initialState,
  isSameState,
} from './detectors/run-detectors.ts'

/**
 * What the detectors found in a stretch of one scale's readings. `state` is undefined if the stretch
 * ended in the past: because everything after it is unchanged, or because there was no time for more.
 */
export type ScaleRun = {
  from: number
  to: number
  state: DetectorState | undefined
  detections: Detection[]
  jumps: Jump[]
  deviations: Deviation[]
  unusable: number[]
  checkpoints: Checkpoint[]
  /** Episodes that continue after the stretch: their later form is stored already, and may still hold. */
  unchanged: Detection[]
}

/** The due days of a scale. `past`: what was read ahead for the first of them. */
export type DueDetection = {
  due: ScaleDue
  raw: (from: number) => RawTile
  settings: DetectorSettings
  hasTime: () => boolean
  past: ScalePast | undefined
  look: Look
}

/** `left`: the days that are still due. */
export type Replay = ScaleRun & { left: ScaleDue }

/** What looks for something in readings, and goes on from a state: `runDetectors`, or `findJumps`. */
export type Look = (state: DetectorState, samples: readonly Sample[], settings: DetectorSettings) => DetectorRun

const STARTS_AT_ONCE = 200

export const dayOf = (time: number): number => time - (time % DAY_SECONDS)

/** Runs the detectors only over new readings, all later than the ones before. */
export function continueScale(
  state: DetectorState,
  added: readonly number[],
  raw: (from: number) => RawTile,
  settings: DetectorSettings,
  look: Look,
): ScaleRun {
  const after = state.recent.times.at(-1) ?? 0
  const days = new Set(added.map(dayOf))
  const samples = [...days].flatMap((day) => samplesOf(raw(day), after))
  const run = look(state, samples, settings)
  return { ...run, from: added[0]!, to: added.at(-1)! + 1, unchanged: [] }
}

/**
 * Runs again from the last checkpoint before the first due day. Ends at the first day that is not due and whose
 * state is the same as stored, or when there is no more time, but after at least one day. Continuing an
 * interrupted run gives the same result as one run.
 */
export function replayScale(
  statements: HotStatements,
  scaleId: number,
  { due, raw, settings, hasTime, past, look }: DueDetection,
): Replay {
  const days = [...due.keys()].sort((a, b) => a - b)
  const checkpoint = past ? past.checkpoint : statements.latestCheckpoint.get(scaleId, days[0]!)
  const from = checkpoint?.from ?? days[0]!
  let state = checkpoint ? decodeState(checkpoint.state) : initialState()
  const found: ScaleRun = {
    from,
    to: days.at(-1)! + DAY_SECONDS,
    state: undefined,
    detections: [],
    jumps: [],
    deviations: [],
    unusable: [],
    checkpoints: [],
    unchanged: [],
  }
  const dueFrom = (day: number) =>
    new Map(days.filter((other) => other >= day).map((other) => [other, due.get(other)!]))
  let isBegun = false
  for (const day of startsFrom(statements, scaleId, from, past?.starts)) {
    const samples = samplesOf(raw(day), -1)
    if (samples.length === 0) continue
    if (isBegun && !due.has(day) && isStored(statements, scaleId, day, state)) {
      return { ...found, ...upTo(day, found), left: dueFrom(day) }
    }
    if (isBegun && !hasTime()) {
      found.checkpoints.push({ day, state: encodeCheckpoint(state) })
      const stretch = upTo(day, found)
      const left = new Map(dueFrom(day))
      for (const [other, carried] of left) left.set(other, olderThan(found.detections, carried, from))
      left.set(day, [...(left.get(day) ?? []), ...stretch.unchanged])
      return { ...found, ...stretch, left }
    }
    found.detections.unshift(...olderThan(found.detections, due.get(day), from))
    const run = look(state, samples, settings)
    state = run.state
    found.detections.push(...run.detections)
    found.jumps.push(...run.jumps)
    found.deviations.push(...run.deviations)
    found.unusable.push(...run.unusable)
    found.checkpoints.push(...run.checkpoints)
    found.to = Math.max(found.to, day + DAY_SECONDS)
    isBegun = true
  }
  return { ...found, state, detections: lastForms(found.detections), left: new Map() }
}

/** Yields the days of a scale that have a raw tile, read as needed. */
function* startsFrom(
  statements: HotStatements,
  scaleId: number,
  from: number,
  known: readonly number[] | undefined,
): Generator<number> {
  if (known) yield* known
  if (known && known.length < STARTS_AHEAD) return
  for (let next = known ? known.at(-1)! + 1 : from; ; ) {
    const rows = statements.rawStarts.all(scaleId, next, STARTS_AT_ONCE)
    for (const row of rows) yield row.from
    if (rows.length < STARTS_AT_ONCE) return
    next = rows.at(-1)!.from + 1
  }
}

/** What an interrupted run carried over, without what this run knows better: what it found itself, and anything detected since `from`. */
function olderThan(found: readonly Detection[], carried: readonly Detection[] | undefined, from: number): Detection[] {
  const known = new Set(found.map(nameOf))
  return (carried ?? []).filter((episode) => episode.detectedAt < from && !known.has(nameOf(episode)))
}

/** For episodes that continue at `to`, the later form is stored if there is one. */
function upTo(to: number, { detections }: ScaleRun): Pick<ScaleRun, 'to' | 'detections' | 'unchanged'> {
  const last = lastForms(detections)
  const goesOn = ({ status }: Detection) => status === 'open' || status === 'provisional'
  return { to, detections: last.filter((detection) => !goesOn(detection)), unchanged: last.filter(goesOn) }
}

const nameOf = ({ type, startedAt }: Detection) => `${type} ${startedAt}`

function lastForms(detections: readonly Detection[]): Detection[] {
  return [...new Map(detections.map((detection) => [nameOf(detection), detection])).values()]
}

function isStored(statements: HotStatements, scaleId: number, day: number, state: DetectorState): boolean {
  const stored = statements.readCheckpoint.get(scaleId, day)
  return stored !== undefined && isSameState(stored.state, encodeCheckpoint(state))
}

/** Returns the weights of a raw tile later than `after`. */
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
