import type { Kysely } from 'kysely'
import type { DayWeight } from '#domain/hives/day-weight.ts'
import type { Zone } from '#domain/hives/local-midnight.ts'
import { ABSENT, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { seasonOf } from '#domain/insight/analysis.ts'
import { seasonGain } from '#domain/insight/season-gain.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { readHandJumps } from '../../alerts/alarms/read-hand-jumps.ts'
import { hourWeights, midnightColumns, midnightWeights } from '../../hives/timeline/midnight-values.ts'
import { wholeTiles } from '../../hives/timeline/whole-tiles.ts'
import type { Tables } from '../../store/tables.ts'
import { selectHourTiles } from './analysis-queries.ts'
import { netHours } from './net-hours.ts'
import { midnightsByZone } from './read-analysis.ts'

export type GainsInput = { scales: { scaleId: number; zone: Zone }[]; year: number; now: number }
export type Gain = { scaleId: number; grams: number; days: number }

/** A reader thread's task: returns the season gain of each scale, the same as its analysis shows. Leaves out scales with no known gain or damaged hours. */
export async function readGains(db: Kysely<Tables>, { scales, year, now }: GainsInput): Promise<Gain[]> {
  const { season } = seasonOf(year)
  const from = Date.parse(season.from) / 1000 - 2 * DAY_SECONDS
  const to = Math.min(now, Date.parse(season.to) / 1000 + 3 * DAY_SECONDS)
  if (scales.length === 0 || to <= from) return []
  const scaleIds = scales.map(({ scaleId }) => scaleId)
  const rows = await selectHourTiles(db, scaleIds, tileSpan('hour', from).from, to)
  const { tiles, damaged } = wholeTiles(scaleIds, rows, midnightColumns)
  const jumps = await readHandJumps(db, scaleIds, { from, to })
  const midnightsOf = midnightsByZone(season.from, season.to, from, to)
  return scales.flatMap(({ scaleId, zone }) => {
    if (damaged.has(scaleId)) return []
    const hours = netHours(hourWeights(tiles.get(scaleId)!, from), jumps.get(scaleId) ?? [])
    const days: DayWeight[] = midnightWeights(hours, midnightsOf(zone)).map(({ date, grams }) => ({
      date,
      grams: grams === ABSENT ? null : grams,
    }))
    const gain = seasonGain(days)
    return gain ? [{ scaleId, grams: gain.grams, days: gain.days }] : []
  })
}
