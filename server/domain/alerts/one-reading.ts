import type { AlarmReason } from './alarm.ts'

/** Between readings 7.5 to 20 minutes apart, of what one alone shows one in six is a swarm. */
export const FIRST_READING_PERCENT = 20

/** Whether no second reading has shown it: it may be a fault of the scale, and where it is withdrawn it was. */
export const isOfOneReading = (why: readonly AlarmReason[]): boolean => why.some(({ code }) => code === 'oneReading')

/** One reading that something beside it, or a note, speaks against is not worth telling: the next one decides. */
export const isDoubted = (why: readonly AlarmReason[], confidencePercent: number): boolean =>
  isOfOneReading(why) && confidencePercent < FIRST_READING_PERCENT
