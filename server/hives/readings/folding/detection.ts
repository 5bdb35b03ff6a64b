import type { RawTile } from '#domain/hives/tiles/timeline-tile.ts'
import type { ScaleDue } from './due-days.ts'

export type RawOf = (seriesId: number, from: number) => RawTile

export type DetectionWork = {
  /** The times that are new, by series, rising. */
  added: ReadonlyMap<number, readonly number[]>
  raw: RawOf
  nowMs: number
  hasTime: () => boolean
  /** The scales that take up what is due of them, in this order. */
  turns: Iterable<number>
}

type Changed = { controllerId: number; scaleIds: number[] }

/** What is to be known from a commit on: `states`, the detection's own, and what is due, by scale. */
export type Noted = {
  states: Map<number, unknown>
  due: Map<number, { controllerId: number; days: ScaleDue }>
}

/** What a run did. Nothing of it is in memory until `keep`, as its transaction may still fail. */
export type Detected = Noted & {
  turned: number[]
  assessmentsLeft: boolean
  changed: Changed[]
  alarms: Changed[]
}

/** What looks at new readings beside the fold, in its transaction. What there is no time for is due, and goes on in later folds. */
export type Detecting = {
  readonly hasWork: boolean
  /** After a run that failed. */
  lookAgain(): void
  run(work: DetectionWork): Promise<Detected>
  /** In the caller's transaction: readings of a scale were changed beside the transmitters' way; detection follows. */
  noteChange(scaleId: number, times: readonly number[], raw: RawOf, change: 'added' | 'removed'): Promise<Noted>
  keep(detected: Noted & Partial<Detected>): void
}
