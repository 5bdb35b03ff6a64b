import type { AlarmReason } from './alarm.ts'

/** The reason of alarms that only show that a scale was calibrated, or moved to the channel of another hive. */
export const SCALE_CHANGED = 'scaleChanged'

/** Whether nobody needs to be told: weights from before and after a change of the scale cannot be compared. */
export const isOfChangedScale = (why: readonly AlarmReason[]): boolean => why.some(({ code }) => code === SCALE_CHANGED)
