import type { RawTile } from '#domain/hives/tiles/timeline-tile.ts'
import type { ScaleDue } from './due-days.ts'

export type RawOf = (seriesId: number, from: number) => RawTile

export type DetectionWork = {
  /** The new times by series, ascending. */
  added: ReadonlyMap<number, readonly number[]>
  raw: RawOf
  nowMs: number
  hasTime: () => boolean
  /** The scales whose due detection is continued, in this order. */
  turns: Iterable<number>
}

type Changed = { controllerId: number; scaleIds: number[] }

/** What takes effect with a commit: `states`, internal to the detection, and what is due, both by scale. */
export type Noted = {
  states: Map<number, unknown>
  due: Map<number, { controllerId: number; days: ScaleDue }>
}

/** The result of a run. None of it is in memory until `keep`, as its transaction may still fail. */
export type Detected = Noted & {
  turned: number[]
  assessmentsLeft: boolean
  changed: Changed[]
  alarms: Changed[]
}

/** Examines new readings as part of the fold, in its transaction. What there is no time for becomes due, and continues in later folds. */
export type Detecting = {
  readonly hasWork: boolean
  /** To be called after a run that failed. */
  lookAgain(): void
  run(work: DetectionWork): Promise<Detected>
  /** To be called in the caller's transaction when readings of a scale were changed other than by its transmitter; detection follows. */
  noteChange(scaleId: number, times: readonly number[], raw: RawOf, change: 'added' | 'removed'): Promise<Noted>
  keep(detected: Noted & Partial<Detected>): void
}
