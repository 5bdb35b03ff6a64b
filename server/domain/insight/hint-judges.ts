import type { HintAlarm } from '../alerts/alarm-types.ts'
import type { DayFinding, HintApiary } from './hint.ts'
import { PATIENT_DAYS } from './hint-episodes.ts'
import { judgeQueen, QUEEN_DAYS } from './judge-queen.ts'
import { judgeStores } from './judge-stores.ts'
import { judgeWinter, WINTER_DAYS } from './judge-winter.ts'

/** The function for each hint that judges a day (the one that ends at midnight `at`) for all hives of an apiary. Pure. */
export const hintJudges: Record<HintAlarm, (apiary: HintApiary, at: number) => DayFinding[]> = {
  stores: judgeStores,
  winter: judgeWinter,
  queen: judgeQueen,
}

/** How many days before a day its judgment depends on. */
export const LOOKS_BACK_DAYS = Math.max(WINTER_DAYS, QUEEN_DAYS)
/** How many of the last days are judged again each day, so that readings that arrive late still count. */
export const JUDGED_DAYS = 10
/** How many days before those are judged only to find out whether an open hint was still seen. */
export const CONTEXT_DAYS = PATIENT_DAYS + 1
