import { changesOfDays, type DayWeight } from '#domain/hives/day-weight.ts'
import type { HourWeights } from '#domain/hives/hour-weights.ts'
import type { LocalMidnight } from '#domain/hives/local-midnight.ts'
import { ABSENT } from '#domain/hives/tiles/timeline-tile.ts'
import { kgFromGrams } from '#domain/hives/units.ts'
import { type AnalysisMonth, BEST_DAYS, type ScaleSeason } from '#domain/insight/analysis.ts'
import { bestDays } from '#domain/insight/best-days.ts'
import { FLOW_PAUSE_DAYS, flowPeriods } from '#domain/insight/flow-period.ts'
import { foragerMass, LEAST_DIP_GRAMS } from '#domain/insight/forager-mass.ts'
import { nightConsumption } from '#domain/insight/night-consumption.ts'
import { seasonGain } from '#domain/insight/season-gain.ts'
import { winterLoss, winterWeeks } from '#domain/insight/winter-loss.ts'
import { median } from '#domain/platform/median.ts'
import { midnightWeights } from '../../hives/timeline/midnight-values.ts'

type Span = { from: string; to: string }
export type SeasonPeriod = { season: Span; winter: Span }
export type SeasonFigures = Omit<ScaleSeason, 'scaleId' | 'controllerId' | 'name' | 'rank' | 'damaged'>
type Day = DayWeight & { foragers: number | null; night: number | null }

const kg = (grams: number) => kgFromGrams(Math.round(grams))
const orNull = (grams: number | null) => (grams === null ? null : kg(grams))

/**
 * Returns all figures of one scale from its net hourly weights. `midnights`: those of the past days of the winter and
 * the season, plus one at the end of each. `withDays` adds each day of the season and each week of the winter.
 */
export function seasonFigures(
  hours: HourWeights,
  midnights: readonly LocalMidnight[],
  period: SeasonPeriod,
  withDays: boolean,
): SeasonFigures {
  const days = daysOf(hours, midnights)
  const season = within(days, period.season)
  const winter = within(days, period.winter)
  const gain = seasonGain(season)
  const loss = winterLoss(winter)
  const kgByDay = (list: readonly DayWeight[]) => list.map(({ date, grams }) => ({ date, kg: orNull(grams) }))
  return {
    gain: gain && { kg: kg(gain.grams), days: gain.days },
    bestDays: bestDays(changesOfDays(season), BEST_DAYS).map(({ date, grams }) => ({ date, kg: kg(grams) })),
    flows: flowPeriods(season).map(({ grams, goesOn, ...flow }) => ({
      ...flow,
      goesOn: goesOn && mayGoOn(season, period.season),
      kg: kg(grams),
    })),
    winter: loss && { kg: kg(loss.grams), days: loss.days, kgPerWeek: kg(loss.gramsPerWeek) },
    foragers: typical(dipsOf(season.slice(0, -1))),
    nights: typical(nightsOf(season.slice(0, -1))),
    months: monthsOf(days),
    ...(withDays && { days: kgByDay(changesOfDays(season)), winterWeeks: kgByDay(winterWeeks(winter)) }),
  }
}

/** Whether a flow may still be going on: the season is not over and its last days are known. A hive that went silent in a flow does not gain forever. */
function mayGoOn(season: readonly DayWeight[], { to }: Span): boolean {
  const unknown = season.length - 1 - season.findLastIndex(({ grams }) => grams !== null)
  return season.length > 0 && season.at(-1)!.date <= to && unknown <= FLOW_PAUSE_DAYS
}

function daysOf(hours: HourWeights, midnights: readonly LocalMidnight[]): Day[] {
  return midnightWeights(hours, [...midnights]).map(({ date, grams }, at) => {
    const [midnight, next] = [midnights[at]!.time, midnights[at + 1]?.time]
    return {
      date,
      grams: grams === ABSENT ? null : grams,
      foragers: next === undefined ? null : foragerMass(hours, midnight, next),
      night: next === undefined ? null : nightConsumption(hours, midnight, next),
    }
  })
}

/** The days of a span, plus the midnight that ends the last day. */
function within(days: readonly Day[], { from, to }: Span): Day[] {
  const first = days.findIndex(({ date }) => date >= from)
  const last = days.findLastIndex(({ date }) => date <= to)
  return first < 0 || last < first ? [] : days.slice(first, last + 2)
}

const dipsOf = (days: readonly Day[]) =>
  days.flatMap(({ foragers }) => (foragers !== null && foragers >= LEAST_DIP_GRAMS ? [foragers] : []))
const nightsOf = (days: readonly Day[]) => days.flatMap(({ night }) => (night === null ? [] : [night]))

function typical(grams: readonly number[]): { kg: number; days: number } | null {
  const middle = median(grams)
  return middle === null ? null : { kg: kg(middle), days: grams.length }
}

/** Figures month by month, for the months where something is known. */
function monthsOf(days: readonly Day[]): AnalysisMonth[] {
  const months = new Set(days.slice(0, -1).map(({ date }) => date.slice(0, 7)))
  return [...months].flatMap((month) => {
    const ofMonth = within(days, { from: `${month}-01`, to: `${month}-31` })
    const gain = seasonGain(ofMonth)
    if (!gain) return []
    const whole = ofMonth.slice(0, -1)
    return [
      {
        month,
        gainKg: kg(gain.grams),
        foragersKg: orNull(median(dipsOf(whole))),
        nightKg: orNull(median(nightsOf(whole))),
      },
    ]
  })
}
