import type { AlarmReason } from './alarm.ts'

/** Why an open alarm ended when its scale was taken out of use: nobody looks at its weights any more. */
export const outOfUse = { code: 'outOfUse' } satisfies AlarmReason

/** `why`: the reasons as JSON. */
export const isOutOfUse = ({ why }: { why: string | null }): boolean => why?.includes(`"${outOfUse.code}"`) ?? false
