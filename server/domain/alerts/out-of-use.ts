import type { AlarmReason } from './alarm.ts'

/** Why an alarm ended that went on when its scale was put away: nobody looks at its weights any more. */
export const outOfUse = { code: 'outOfUse' } satisfies AlarmReason

/** `why`: reasons as JSON. */
export const isOutOfUse = ({ why }: { why: string | null }): boolean => why?.includes(`"${outOfUse.code}"`) ?? false
