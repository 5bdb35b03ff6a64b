import type { Kysely } from 'kysely'
import { type LocalMidnight, localMidnights, type Zone } from '#domain/hives/local-midnight.ts'
import { tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { type Analysis, seasonOf } from '#domain/insight/analysis.ts'
import { ranksOf } from '#domain/insight/season-gain.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { readHandJumps } from '../../alerts/alarms/read-hand-jumps.ts'
import { hourWeights, midnightColumns } from '../../hives/timeline/midnight-values.ts'
import { wholeTiles } from '../../hives/timeline/whole-tiles.ts'
import type { Tables } from '../../store/tables.ts'
import { selectFirstHour, selectHourTiles } from './analysis-queries.ts'
import { netHours } from './net-hours.ts'
import { type SeasonFigures, seasonFigures } from './season-figures.ts'

export type AnalysisInput = {
  scales: { scaleId: number; controllerId: number; name: string; zone: Zone; archived: boolean }[]
  year: number
  days: boolean
  /** Epoch seconds. */
  now: number
}

const seconds = (date: string): number => Date.parse(date) / 1000
/** The month in which the winter of next year's season begins. */
const OCTOBER = 9

/** A reader thread's task: returns the season of some scales, ranked among each other. */
export async function readAnalysis(db: Kysely<Tables>, input: AnalysisInput): Promise<Analysis> {
  const { scales, year, days, now } = input
  const period = seasonOf(year)
  const from = seconds(period.winter.from) - 2 * DAY_SECONDS
  const to = Math.min(now, seconds(period.season.to) + 3 * DAY_SECONDS)
  const scaleIds = scales.map(({ scaleId }) => scaleId)
  const years = await yearsOf(db, scaleIds, year, now)
  if (scales.length === 0 || to <= from) return { year, years, ...period, scales: [] }
  const rows = await selectHourTiles(db, scaleIds, tileSpan('hour', from).from, to)
  const { tiles, damaged } = wholeTiles(scaleIds, rows, midnightColumns)
  const jumps = await readHandJumps(db, scaleIds, { from, to })
  const midnightsOf = midnightsByZone(period.winter.from, period.season.to, from, to)
  const found = scales.flatMap(({ zone, archived, ...scale }) => {
    const hours = netHours(hourWeights(tiles.get(scale.scaleId)!, from), jumps.get(scale.scaleId) ?? [])
    const figures = seasonFigures(hours, midnightsOf(zone), period, days)
    const isDamaged = damaged.has(scale.scaleId)
    return archived && isEmpty(figures) && !isDamaged ? [] : [{ ...scale, ...figures, damaged: isDamaged }]
  })
  const ranks = ranksOf(found.map(({ gain, damaged }) => (damaged ? null : (gain?.kg ?? null))))
  return { year, years, ...period, scales: found.map((scale, at) => ({ ...scale, rank: ranks[at]! })) }
}

const isEmpty = ({ gain, winter }: SeasonFigures): boolean => gain === null && winter === null

/** Returns, per zone, the midnights that begin the days from `first` to `last`, and the one that ends the last day. */
export function midnightsByZone(
  first: string,
  last: string,
  from: number,
  to: number,
): (zone: Zone) => LocalMidnight[] {
  const known = new Map<string, LocalMidnight[]>()
  const end = new Date(Date.parse(last) + DAY_SECONDS * 1000).toISOString().slice(0, 10)
  return (zone) => {
    const key = JSON.stringify(zone)
    const midnights =
      known.get(key) ?? localMidnights(zone, from, to).filter(({ date }) => date >= first && date <= end)
    known.set(key, midnights)
    return midnights
  }
}

/** The years from the first with readings to the latest whose winter has begun. */
async function yearsOf(db: Kysely<Tables>, scaleIds: number[], year: number, now: number): Promise<number[]> {
  const today = new Date(now * 1000)
  const first = scaleIds.length > 0 ? await selectFirstHour(db, scaleIds) : undefined
  const latest = Math.max(year, today.getUTCFullYear() + (today.getUTCMonth() >= OCTOBER ? 1 : 0))
  const earliest = Math.min(year, first === undefined ? year : new Date(first * 1000).getUTCFullYear())
  return Array.from({ length: latest - earliest + 1 }, (_, at) => earliest + at)
}
