import type { Kysely } from 'kysely'
import type { Detecting, DetectionWork, RawOf } from '../../hives/readings/folding/detection.ts'
import type { DueDays, ScaleDue } from '../../hives/readings/folding/due-days.ts'
import type { HotStatements, LastReading } from '../../hives/readings/store/hot-statements.ts'
import type { NewestReading, ScalePast, TileStore } from '../../hives/readings/store/tile-store.ts'
import { settingsFrom } from '../../platform/settings/read-settings.ts'
import type { Tables } from '../../store/tables.ts'
import { forgetCheckpoints, forgetLast } from './alarm-queries.ts'
import { listed, tell } from './changed-scales.ts'
import { bucketLevels, type DetectorState, findJumps, runDetectors } from './detectors/run-detectors.ts'
import { continueScale, dayOf, type Look, replayScale } from './replay-scale.ts'
import { createFindings, type Detected, type LookedAt, writeDue } from './run-findings.ts'
import { daysBefore, newestLeft, newestReading, newestWith, settingsByController } from './write-last.ts'
import { writeStretches } from './write-stretches.ts'

const KEPT_STATES = 20_000
/** How long one scale is replayed before the next one gets its turn. */
const TURN_MS = 10

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
      const findings = createFindings(statements(), store, due)
      const { outcome, dueOf } = findings
      const changed = new Map<number, Set<number>>()
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

      function replay(scale: LookedAt, days: ScaleDue): DetectorState | undefined {
        const { scaleId, controllerId, look } = scale
        const until = performance.now() + TURN_MS
        const hasTurn = () => hasTime() && performance.now() < until
        const past = takePast(scaleId, days)
        if (!past) findings.writeCheckpoints()
        const run = replayScale(statements(), scaleId, {
          due: days,
          raw: (from) => raw(scaleId, from),
          settings: places.of(controllerId),
          hasTime: hasTurn,
          past,
          look,
        })
        if (run.left.size > 0 || dueOf(scaleId)) findings.postpone(scale, run.left)
        findings.note(scale, run)
        return run.state
      }

      function take(scale: LookedAt, times: readonly number[]): DetectorState | undefined {
        const { scaleId, controllerId, look } = scale
        if (goesOn(scaleId, times)) {
          const settings = places.of(controllerId)
          const run = continueScale(states.get(scaleId)!, times, (from) => raw(scaleId, from), settings, look)
          const isFound = run.detections.length + run.jumps.length + run.deviations.length > 0
          if (isFound) findings.note(scale, run)
          else findings.keep(scale, run)
          return run.state
        }
        const days = withDays(dueOf(scaleId), times)
        if (!due.isHeld(scaleId) && hasTime()) return replay(scale, days)
        outcome.states.set(scaleId, undefined)
        findings.postpone(scale, days)
        return undefined
      }

      function newestOf(
        stored: LastReading | undefined,
        { scaleId, controllerId }: Omit<LookedAt, 'look'>,
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
        const row = scales.get(seriesId)
        if (!row) continue
        tell(changed, row.controller_id, seriesId)
        const scale = { scaleId: seriesId, controllerId: row.controller_id }
        const look = lookAt(row)
        const state = look && take({ ...scale, look }, times)
        newest.set(seriesId, newestOf(lasts.get(seriesId), scale, times, state))
      }
      for (const scaleId of turns) {
        if (outcome.turned.length > 0 && !hasTime()) break
        const days = dueOf(scaleId)
        if (!days || days.size === 0) continue
        outcome.turned.push(scaleId)
        const row = scales.get(scaleId) ?? statements().readScale.get(scaleId)
        const scale = { scaleId, controllerId: row?.controller_id ?? 0 }
        const look = lookAt(row)
        if (!look) {
          findings.postpone(scale, new Map())
          continue
        }
        const state = replay({ ...scale, look }, days)
        const last = state?.recent.times.at(-1)
        if (last) {
          const known = newest.get(scaleId) ?? lasts.get(scaleId) ?? statements().readLast.get(scaleId)
          newest.set(scaleId, newestOf(known, scale, [last], state))
        }
      }
      findings.writeCheckpoints()
      store.writeLasts([...newest.values()])
      const found = await writeStretches(db, findings.stretches, nowMs, hasTime, assessmentsLeft)
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
