import { toDayInput } from '../../../i18n/local-input.ts'

type Days = { from: string; to: string }

const FIRST_DAY = '2016-01-01'
const DAYS = { month: 30, year: 365 }

/** Returns the periods on offer, as local days; the season is this year's or, before 1 April, last year's. */
export function periodPresets(now: Date): Record<'month' | 'season' | 'year' | 'all', Days> {
  const before = (days: number) => toDayInput(new Date(now.getFullYear(), now.getMonth(), now.getDate() - days))
  const today = toDayInput(now)
  const year = now.getMonth() >= 3 ? now.getFullYear() : now.getFullYear() - 1
  return {
    month: { from: before(DAYS.month), to: today },
    season: { from: `${year}-04-01`, to: `${year}-09-30` },
    year: { from: before(DAYS.year), to: today },
    all: { from: FIRST_DAY, to: today },
  }
}
