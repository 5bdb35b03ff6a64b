import type { AlarmReason } from './alarm.ts'

/** With readings 7.5 to 20 minutes apart, only one in six of the alarms shown by a single reading is a swarm. */
export const FIRST_READING_PERCENT = 20

/** Whether no second reading has shown it: it may be a fault of the scale, and if it is withdrawn, it was one. */
export const isOfOneReading = (why: readonly AlarmReason[]): boolean => why.some(({ code }) => code === 'oneReading')

/** A single reading contradicted by a neighboring hive or a note is not worth reporting: the next reading decides. */
export const isDoubted = (why: readonly AlarmReason[], confidencePercent: number): boolean =>
  isOfOneReading(why) && confidencePercent < FIRST_READING_PERCENT
