/** What a fold did, for those who wait for news. */
export type Folded = {
  changed: { controllerId: number; scaleIds: number[] }[]
  alarms: { controllerId: number; scaleIds: number[] }[]
  /** Whether all that waited for its tiles when the round began has come into them. */
  isRoundOver: boolean
  /** Whether anything waits for its tiles; `isBehind`: whether anything else is left to do. */
  more: boolean
  isBehind: boolean
  /** How many series the next roll-up has to do. */
  toRollUp: number
  /** How many series were set aside, because they could not be folded. */
  setAside: number
  /** How many that had been set aside went through. */
  mended: number
}

/** `tiles` false: only what is left over from before; `milliseconds`: so long at most, but for one step of each kind. */
export type FoldInput = { nowMs: number; tiles?: boolean; milliseconds?: number | undefined }
