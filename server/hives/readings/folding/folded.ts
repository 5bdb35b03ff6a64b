/** The result of a fold, for those waiting for news. */
export type Folded = {
  changed: { controllerId: number; scaleIds: number[] }[]
  alarms: { controllerId: number; scaleIds: number[] }[]
  /** Whether everything that was waiting for its tiles when the round began is in them now. */
  isRoundOver: boolean
  /** Whether anything is waiting for its tiles; `isBehind`: whether anything else is left to do. */
  more: boolean
  isBehind: boolean
  /** How many series are waiting for the next roll-up. */
  toRollUp: number
  /** How many series were set aside because they could not be folded. */
  setAside: number
  /** How many that had been set aside succeeded. */
  mended: number
}

/** `tiles` false: only continue what is left over from before. `milliseconds`: time limit, except that one step of each kind is always done. */
export type FoldInput = { nowMs: number; tiles?: boolean; milliseconds?: number | undefined }
