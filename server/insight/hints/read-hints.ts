import type { Kysely } from 'kysely'
import { type HintAlarm, hintAlarms } from '#domain/alerts/alarm-types.ts'
import { type LocalMidnight, localMidnights, type Zone } from '#domain/hives/local-midnight.ts'
import { ABSENT, type Tile } from '#domain/hives/tiles/timeline-tile.ts'
import { celsiusFromCenti } from '#domain/hives/units.ts'
import type { DayFinding, HintApiary } from '#domain/insight/hint.ts'
import { celsiusAt, type HourTemperatures, hintDays } from '#domain/insight/hint-days.ts'
import { CONTEXT_DAYS, hintJudges, JUDGED_DAYS, LOOKS_BACK_DAYS } from '#domain/insight/hint-judges.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { readHandJumps } from '../../alerts/alarms/read-hand-jumps.ts'
import { hourWeights } from '../../hives/timeline/midnight-values.ts'
import { readHourTiles } from '../../hives/timeline/read-hour-tiles.ts'
import type { Tables } from '../../store/tables.ts'
import { netHours } from '../analysis/net-hours.ts'

export type HintScale = {
  scaleId: number
  controllerId: number
  emptyGrams: number
  feedStockGrams: number
  /** 1: its temperature is that of the brood. */
  isBrood: 0 | 1
}
/** The hives of one apiary, and the end of the last day to be judged, in epoch seconds. */
export type HintsInput = { scales: HintScale[]; zone: Zone; until: number }

/** What each of the days ending at `midnights` shows for each hive, in the order of the scales. */
export type FoundDays = { midnights: LocalMidnight[]; found: Record<HintAlarm, DayFinding[][]> }

/** A reader thread's task: returns what the last days of an apiary show for its hives. Reads their hours once, and no raw readings. */
export async function readHints(db: Kysely<Tables>, { scales, zone, until }: HintsInput): Promise<FoundDays> {
  const from = until - (LOOKS_BACK_DAYS + CONTEXT_DAYS + JUDGED_DAYS + 1) * DAY_SECONDS
  const midnights = localMidnights(zone, from, until)
  const span = { from, to: until + 1 }
  const scaleIds = scales.map(({ scaleId }) => scaleId)
  const controllerIds = [...new Set(scales.map(({ controllerId }) => -controllerId))]
  const { tiles } = await readHourTiles(db, [...scaleIds, ...controllerIds], span, [
    'weightLast',
    'weightStart',
    'temperature',
  ])
  const jumps = await readHandJumps(db, scaleIds, span)
  const brood = new Set(scales.filter(({ isBrood }) => isBrood === 1).map(({ scaleId }) => scaleId))
  const outside = [...tiles].flatMap(([seriesId, ofSeries]) => (brood.has(seriesId) ? [] : [temperaturesOf(ofSeries)]))
  const apiary: HintApiary = {
    hives: scales.map(({ scaleId, emptyGrams, feedStockGrams }) => {
      const gross = hourWeights(tiles.get(scaleId) ?? [], from)
      return {
        scaleId,
        ...hintDays({ gross, net: netHours(gross, jumps.get(scaleId) ?? []) }, midnights),
        feedOf: (grams) => feedGrams(grams, emptyGrams, feedStockGrams),
      }
    }),
    celsius: celsiusAt(outside, midnights),
  }
  const first = Math.max(0, midnights.length - JUDGED_DAYS - CONTEXT_DAYS)
  const days = midnights.slice(first)
  const judged = (type: HintAlarm) => days.map((_, day) => hintJudges[type](apiary, first + day))
  const found = Object.fromEntries(hintAlarms.map((type) => [type, judged(type)])) as FoundDays['found']
  return { midnights: days, found }
}

/** Computed as on the dashboard: the weight above the empty hive's, limited to the amount fed if that is recorded. */
function feedGrams(grossGrams: number, emptyGrams: number, feedStockGrams: number): number | null {
  if (emptyGrams <= 0) return null
  const over = Math.max(0, grossGrams - emptyGrams)
  return feedStockGrams > 0 ? Math.min(over, feedStockGrams) : over
}

function temperaturesOf(tiles: readonly Tile[]): HourTemperatures {
  const hours: HourTemperatures = { time: [], celsius: [] }
  for (const tile of tiles) {
    const column = tile.level === 'hour' ? tile.columns.temperature : undefined
    for (let i = 0; column && i < tile.length; i++) {
      if (column[i] === ABSENT) continue
      hours.time.push(tile.from + tile.time[i]!)
      hours.celsius.push(celsiusFromCenti(column[i]!))
    }
  }
  return hours
}
