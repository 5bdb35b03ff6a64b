import type { Detected as DetectedOf } from '../../hives/readings/folding/detection.ts'
import type { DueDays, ScaleDue } from '../../hives/readings/folding/due-days.ts'
import type { HotStatements } from '../../hives/readings/store/hot-statements.ts'
import type { StoredCheckpoint, TileStore } from '../../hives/readings/store/tile-store.ts'
import { type DetectorState, findJumps } from './detectors/run-detectors.ts'
import type { FoundInScale } from './found-in-scale.ts'
import type { Look, ScaleRun } from './replay-scale.ts'

export type Detected = DetectedOf & { states: Map<number, DetectorState | undefined> }

/** A scale whose readings are looked at, and how. */
export type LookedAt = { scaleId: number; controllerId: number; look: Look }

/** Collects what one run over the readings of many scales finds, and what of it is still due. */
export function createFindings(statements: HotStatements, store: TileStore, due: DueDays) {
  const outcome = { states: new Map(), due: new Map(), turned: [] } as Pick<Detected, 'states' | 'due' | 'turned'>
  const checkpoints: StoredCheckpoint[] = []
  const stretches: FoundInScale[] = []

  function dueOf(scaleId: number): ScaleDue | undefined {
    return outcome.due.get(scaleId)?.days ?? due.of(scaleId)
  }

  /** Keeps from where the next run goes on. */
  function keep({ scaleId }: LookedAt, run: ScaleRun): void {
    outcome.states.set(scaleId, run.state)
    for (const { day, state } of run.checkpoints) checkpoints.push({ scaleId, from: day, state })
  }

  return {
    outcome,
    stretches,
    dueOf,

    postpone({ scaleId, controllerId }: Omit<LookedAt, 'look'>, days: ScaleDue): void {
      writeDue(statements, scaleId, dueOf(scaleId), days)
      outcome.due.set(scaleId, { controllerId, days })
    },

    keep,

    /** Keeps what a run found, too. */
    note(scale: LookedAt, run: ScaleRun): void {
      keep(scale, run)
      const { scaleId, controllerId, look } = scale
      stretches.push({ ...run, controllerId, scaleId, jumpsAlone: look === findJumps })
    },

    /** Must precede any replay that reads checkpoints. */
    writeCheckpoints: () => store.writeCheckpoints(checkpoints.splice(0)),
  }
}

/** Updates the stored due days of a scale to those that are due now. */
export function writeDue(
  statements: HotStatements,
  scaleId: number,
  before: ScaleDue | undefined,
  after: ScaleDue,
): void {
  for (const day of before?.keys() ?? []) if (!after.has(day)) statements.deleteDue.run(scaleId, day)
  for (const [day, carried] of after) {
    if (before?.get(day) !== carried) statements.writeDue.run(scaleId, day, JSON.stringify(carried))
  }
}
