import type { Detection, Deviation, Jump } from '#domain/alerts/detection.ts'

/** What a run found in a stretch of one scale; `from` and `to` (exclusive) in epoch seconds. */
export type FoundInScale = {
  controllerId: number
  scaleId: number
  from: number
  to: number
  detections: readonly Detection[]
  jumps: readonly Jump[]
  deviations: readonly Deviation[]
  /** Readings from which on the rest of their hour could not be used. */
  unusable: readonly number[]
  /** Episodes stored in a later form that still holds. */
  unchanged: readonly Detection[]
  /** The scale is not in use: only jumps were looked for, and its alarms stay as they are. */
  jumpsAlone?: boolean
}
