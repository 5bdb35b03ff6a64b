import type { HintAlarm } from '../alerts/alarm-types.ts'
import type { DayFinding, HintApiary } from './hint.ts'
import { PATIENT_DAYS } from './hint-episodes.ts'
import { judgeQueen, QUEEN_DAYS } from './judge-queen.ts'
import { judgeStores } from './judge-stores.ts'
import { judgeWinter, WINTER_DAYS } from './judge-winter.ts'

/** What judges a day: that which ends at midnight `at`, of all hives of an apiary. Pure. */
export const hintJudges: Record<HintAlarm, (apiary: HintApiary, at: number) => DayFinding[]> = {
  stores: judgeStores,
  winter: judgeWinter,
  queen: judgeQueen,
}

/** So many days before a day it stands on. */
export const LOOKS_BACK_DAYS = Math.max(WINTER_DAYS, QUEEN_DAYS)
/** So many of the last days are judged again each day, so that readings that come so late still count. */
export const JUDGED_DAYS = 10
/** Days before those, which only say whether what goes on was still seen. */
export const CONTEXT_DAYS = PATIENT_DAYS + 1
