import type { Kysely } from 'kysely'
import type { Detected as DetectedOf, Detecting, DetectionWork, RawOf } from '../../hives/readings/folding/detection.ts'
import type { DueDays, ScaleDue } from '../../hives/readings/folding/due-days.ts'
import type { HotStatements, LastReading } from '../../hives/readings/store/hot-statements.ts'
import type { NewestReading, ScalePast, StoredCheckpoint, TileStore } from '../../hives/readings/store/tile-store.ts'
import { settingsFrom } from '../../platform/settings/read-settings.ts'
import type { Tables } from '../../store/tables.ts'
import { forgetCheckpoints, forgetLast } from './alarm-queries.ts'
import { listed, tell } from './changed-scales.ts'
import { bucketLevels, type DetectorState, findJumps, runDetectors } from './detectors/run-detectors.ts'
import type { FoundInScale } from './found-in-scale.ts'
import { continueScale, dayOf, type Look, replayScale, type ScaleRun } from './replay-scale.ts'
import { daysBefore, newestLeft, newestReading, newestWith, settingsByController } from './write-last.ts'
import { writeStretches } from './write-stretches.ts'

const KEPT_STATES = 20_000
/** How long one scale is replayed before the next one gets its turn. */
const TURN_MS = 10

type Detected = DetectedOf & { states: Map<number, DetectorState | undefined> }

/**
 * Detection alongside the fold: runs the detectors over new readings and writes what they found, in the
 * fold's transaction. What there is no time for is stored as due, and continues in later folds.
 */
export function createDetection(
  db: Kysely<Tables>,
  statements: () => HotStatements,
  store: TileStore,
  due: DueDays,
): Detecting {
  const states = new Map<number, DetectorState>()
  let assessmentsLeft = true

  return {
    get hasWork(): boolean {
      return due.size > 0 || assessmentsLeft
    },

    /** Called after a failed run. */
    lookAgain(): void {
      assessmentsLeft = true
    },

    async run({ added, raw, nowMs, hasTime, turns }: DetectionWork): Promise<Detected> {
      const scaleIds = [...added.keys()].filter((seriesId) => seriesId > 0)
      const soon = due.next(store.atOnce.waiting)
      const { settings: rows, scales, lasts, places: known } = store.forFold([...new Set([...scaleIds, ...soon])])
      const places = settingsByController(store, settingsFrom(rows), known)
      const newest = new Map<number, NewestReading>()
      const checkpoints: StoredCheckpoint[] = []
      const outcome = { states: new Map(), due: new Map(), turned: [] } as Pick<Detected, 'states' | 'due' | 'turned'>
      const changed = new Map<number, Set<number>>()
      const stretches: FoundInScale[] = []
      const dueOf = (scaleId: number): ScaleDue | undefined => outcome.due.get(scaleId)?.days ?? due.of(scaleId)
      const goesOn = (scaleId: number, times: readonly number[]): boolean => {
        const state = dueOf(scaleId) ? undefined : states.get(scaleId)
        return state !== undefined && times[0]! > (state.recent.times.at(-1) ?? 0)
      }
      const pasts = store.pasts([
        ...scaleIds.flatMap((scaleId) => {
          const times = added.get(scaleId)!
          const isAsked = lookAt(scales.get(scaleId)) && !due.of(scaleId) && !goesOn(scaleId, times)
          return isAsked ? [{ scaleId, day: dayOf(times[0]!) }] : []
        }),
        ...soon.map((scaleId) => ({ scaleId, day: Math.min(...due.of(scaleId)!.keys()) })),
      ])
      /** Usable only once, since it does not contain what is found afterwards. */
      const takePast = (scaleId: number, days: ScaleDue): ScalePast | undefined => {
        const past = pasts.get(scaleId)
        pasts.delete(scaleId)
        return past?.day === Math.min(...days.keys()) ? past : undefined
      }

      function keepCheckpoints(scaleId: number, run: ScaleRun): void {
        for (const { day, state } of run.checkpoints) checkpoints.push({ scaleId, from: day, state })
      }

      /** Must precede any replay that reads checkpoints. */
      const writeCheckpoints = () => store.writeCheckpoints(checkpoints.splice(0))

      function note(scaleId: number, controllerId: number, run: ScaleRun, look: Look): void {
        outcome.states.set(scaleId, run.state)
        keepCheckpoints(scaleId, run)
        stretches.push({ ...run, controllerId, scaleId, jumpsAlone: look === findJumps })
      }

      function postpone(scaleId: number, controllerId: number, days: ScaleDue): void {
        writeDue(statements(), scaleId, dueOf(scaleId), days)
        outcome.due.set(scaleId, { controllerId, days })
      }

      function replay(scaleId: number, controllerId: number, days: ScaleDue, look: Look): DetectorState | undefined {
        const until = performance.now() + TURN_MS
        const hasTurn = () => hasTime() && performance.now() < until
        const settings = places.of(controllerId)
        const past = takePast(scaleId, days)
        if (!past) writeCheckpoints()
        const run = replayScale(
          statements(),
          scaleId,
          days,
          (from) => raw(scaleId, from),
          settings,
          hasTurn,
          past,
          look,
        )
        if (run.left.size > 0 || dueOf(scaleId)) postpone(scaleId, controllerId, run.left)
        note(scaleId, controllerId, run, look)
        return run.state
      }

      function take(
        scaleId: number,
        controllerId: number,
        times: readonly number[],
        look: Look,
      ): DetectorState | undefined {
        const known = dueOf(scaleId)
        if (goesOn(scaleId, times)) {
          const settings = places.of(controllerId)
          const run = continueScale(states.get(scaleId)!, times, (from) => raw(scaleId, from), settings, look)
          outcome.states.set(scaleId, run.state)
          if (run.detections.length + run.jumps.length + run.deviations.length > 0)
            note(scaleId, controllerId, run, look)
          else keepCheckpoints(scaleId, run)
          return run.state
        }
        const days = withDays(known, times)
        if (!due.isHeld(scaleId) && hasTime()) return replay(scaleId, controllerId, days, look)
        outcome.states.set(scaleId, undefined)
        postpone(scaleId, controllerId, days)
        return undefined
      }

      function newestOf(
        stored: LastReading | undefined,
        scaleId: number,
        controllerId: number,
        times: readonly number[],
        state: DetectorState | undefined,
      ): NewestReading {
        const { known, newest } = newestWith(statements(), scaleId, { known: stored, times, raw })
        const levels = state && bucketLevels(state, newest, places.of(controllerId))
        const days = (day: number) => daysBefore(statements(), scaleId, day)
        return newestReading(known, { scaleId, times, newest, raw, daysBefore: days, levels })
      }

      for (const [seriesId, times] of added) {
        if (seriesId < 0) {
          tell(changed, -seriesId)
          continue
        }
        const scale = scales.get(seriesId)
        if (!scale) continue
        tell(changed, scale.controller_id, seriesId)
        const look = lookAt(scale)
        const state = look && take(seriesId, scale.controller_id, times, look)
        newest.set(seriesId, newestOf(lasts.get(seriesId), seriesId, scale.controller_id, times, state))
      }
      for (const scaleId of turns) {
        if (outcome.turned.length > 0 && !hasTime()) break
        const days = dueOf(scaleId)
        if (!days || days.size === 0) continue
        outcome.turned.push(scaleId)
        const scale = scales.get(scaleId) ?? statements().readScale.get(scaleId)
        const controllerId = scale?.controller_id ?? 0
        const look = lookAt(scale)
        if (!look) {
          postpone(scaleId, controllerId, new Map())
          continue
        }
        const state = replay(scaleId, controllerId, days, look)
        const last = state?.recent.times.at(-1)
        if (last) {
          const known = newest.get(scaleId) ?? lasts.get(scaleId) ?? statements().readLast.get(scaleId)
          newest.set(scaleId, newestOf(known, scaleId, controllerId, [last], state))
        }
      }
      writeCheckpoints()
      store.writeLasts([...newest.values()])
      const found = await writeStretches(db, stretches, nowMs, hasTime, assessmentsLeft)
      return { ...outcome, changed: listed(changed), alarms: listed(found.told), assessmentsLeft: found.isLeft }
    },

    /** Called in the caller's transaction when readings of a scale were changed other than by transmitters; detection follows later. */
    async noteChange(
      scaleId: number,
      times: readonly number[],
      raw: RawOf,
      change: 'added' | 'removed',
    ): Promise<Pick<Detected, 'states' | 'due'>> {
      const outcome: Pick<Detected, 'states' | 'due'> = { states: new Map([[scaleId, undefined]]), due: new Map() }
      const scale = statements().readScale.get(scaleId)
      if (!scale) return outcome
      if (change === 'removed') await forgetEmptyDays(db, scaleId, times, raw)
      if (lookAt(scale)) {
        const days = withDays(due.of(scaleId), times)
        writeDue(statements(), scaleId, due.of(scaleId), days)
        outcome.due.set(scaleId, { controllerId: scale.controller_id, days })
      }
      const stored = statements().readLast.get(scaleId)
      const { known, newest } =
        change === 'added'
          ? newestWith(statements(), scaleId, { known: stored, times, raw })
          : { known: stored, newest: newestLeft(statements(), scaleId, raw) }
      if (newest === undefined) await forgetLast(db, scaleId)
      else {
        const days = (day: number) => daysBefore(statements(), scaleId, day)
        store.writeLasts([newestReading(known, { scaleId, times, newest, raw, daysBefore: days })])
      }
      return outcome
    },

    keep(detected: Pick<Detected, 'states' | 'due'> & Partial<Detected>): void {
      for (const [scaleId, state] of detected.states) {
        states.delete(scaleId)
        if (state) states.set(scaleId, state)
      }
      for (const scaleId of states.keys()) {
        if (states.size <= KEPT_STATES) break
        states.delete(scaleId)
      }
      for (const [scaleId, { controllerId, days }] of detected.due) due.set(scaleId, controllerId, days)
      for (const scaleId of detected.turned ?? []) due.moveBack(scaleId)
      assessmentsLeft = detected.assessmentsLeft ?? assessmentsLeft
    },
  }
}

/** What to do with the readings of a scale. Where it is not in use nothing rings, but what is put on it or taken off is no gain of bees either. */
function lookAt(scale: { type: string; state: string } | undefined): Look | undefined {
  if (scale?.type !== 'weight') return undefined
  return scale.state === 'active' ? runDetectors : findJumps
}

function withDays(known: ScaleDue | undefined, times: readonly number[]): ScaleDue {
  const days = new Map(known)
  for (const time of times) if (!days.has(dayOf(time))) days.set(dayOf(time), [])
  return days
}

/** Updates the stored due days of a scale to those that are due now. */
function writeDue(statements: HotStatements, scaleId: number, before: ScaleDue | undefined, after: ScaleDue): void {
  for (const day of before?.keys() ?? []) if (!after.has(day)) statements.deleteDue.run(scaleId, day)
  for (const [day, carried] of after) {
    if (before?.get(day) !== carried) statements.writeDue.run(scaleId, day, JSON.stringify(carried))
  }
}

/** A day without readings produces no checkpoint, and a leftover one would be used by a later run. */
async function forgetEmptyDays(
  db: Kysely<Tables>,
  scaleId: number,
  removed: readonly number[],
  raw: RawOf,
): Promise<void> {
  const days = new Set(removed.map(dayOf))
  const empty = [...days].filter((day) => raw(scaleId, day).length === 0)
  if (empty.length > 0) await forgetCheckpoints(db, scaleId, empty)
}
