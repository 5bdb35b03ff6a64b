import type { Kysely } from 'kysely'
import type { DayWeight } from '#domain/hives/day-weight.ts'
import { type LocalMidnight, localMidnights, offsetOf, type Zone } from '#domain/hives/local-midnight.ts'
import type { Scale } from '#domain/hives/scale.ts'
import { ABSENT } from '#domain/hives/tiles/timeline-tile.ts'
import { kgFromGrams } from '#domain/hives/units.ts'
import { adviseHive, type HandChange, type HiveSeason } from '#domain/insight/advise-hive.ts'
import { type HiveNews, newsOf } from '#domain/insight/hive-news.ts'
import type { SeasonAdvice } from '#domain/insight/season-advice.ts'
import { SEASON_DAYS } from '#domain/insight/season-rules.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import { type HandJump, readHandJumps } from '../../alerts/alarms/read-hand-jumps.ts'
import { hourWeights, midnightColumns, midnightWeights } from '../../hives/timeline/midnight-values.ts'
import { readHourTiles } from '../../hives/timeline/read-hour-tiles.ts'
import type { Tables } from '../../store/tables.ts'
import { netHours } from '../analysis/net-hours.ts'
import { selectLastWeights, selectNotedHands } from './season-queries.ts'

export type ScaleToAdvise = Pick<Scale, 'emptyWeight' | 'feedStock'> & {
  scaleId: number
  controllerId: number
  zone: Zone
  latitude: number | null
}

/** `now` in epoch seconds. */
export type SeasonInput = { scales: ScaleToAdvise[]; now: number }

/** A reader thread's task: returns a sentence on each of these scales, from their hours. */
export const readSeason = async (db: Kysely<Tables>, input: SeasonInput): Promise<SeasonAdvice[]> =>
  (await readHives(db, input)).map(adviseHive)

/** A reader thread's task: returns the news that may be told of these scales today. */
export const readSeasonNews = async (db: Kysely<Tables>, input: SeasonInput): Promise<HiveNews[]> =>
  (await readHives(db, input)).flatMap(newsOf)

const WEEK_DAYS = 7

/** A reader thread's task: returns a sentence on each of these scales, and its gain over the last seven days in kg. */
export const readSeasonWeek = async (db: Kysely<Tables>, input: SeasonInput): Promise<HiveWeek[]> =>
  (await readHives(db, input)).map((hive) => {
    const [before, last] = [hive.net.at(-1 - WEEK_DAYS)?.grams, hive.net.at(-1)?.grams]
    const isKnown = before != null && last != null
    return { advice: adviseHive(hive), weekKg: isKnown ? kgFromGrams(last - before) : null }
  })

export type HiveWeek = { advice: SeasonAdvice; weekKg: number | null }

/** Returns what is known of the season of these scales, from their hours; damaged hours count as a gap. */
async function readHives(db: Kysely<Tables>, { scales, now }: SeasonInput): Promise<HiveSeason[]> {
  if (scales.length === 0) return []
  const from = now - SEASON_DAYS * DAY_SECONDS
  const scaleIds = scales.map(({ scaleId }) => scaleId)
  const { tiles } = await readHourTiles(db, scaleIds, { from, to: now }, midnightColumns)
  const jumps = await readHandJumps(db, scaleIds, { from, to: now })
  // a phone's clock may be ahead
  const span = { fromMs: from * 1000, toMs: (now + DAY_SECONDS) * 1000 }
  const noted = Map.groupBy(await selectNotedHands(db, scaleIds, span), ({ scale_id }) => scale_id)
  const lasts = new Map((await selectLastWeights(db, scaleIds)).map((last) => [last.scale_id, last]))
  const midnightsOf = midnightsIn(from, now)
  return scales.map(({ scaleId, controllerId, zone, latitude, ...scale }) => {
    const midnights = midnightsOf(zone)
    const hours = hourWeights(tiles.get(scaleId) ?? [], midnights[0]?.time ?? from)
    const byHand = jumps.get(scaleId) ?? []
    const last = lasts.get(scaleId)
    const weighedAt = Number(last?.weight_time ?? last?.time ?? 0)
    const isFresh = last !== undefined && last.weight_grams !== null && now - weighedAt <= DAY_SECONDS
    return {
      scaleId,
      controllerId,
      latitude,
      scale,
      gross: daysOf(midnightWeights(hours, midnights)),
      net: daysOf(midnightWeights(netHours(hours, byHand), midnights)),
      lastKg: isFresh ? kgFromGrams(last.weight_grams!) : null,
      hands: handsOf(byHand, noted.get(scaleId) ?? [], zone),
    }
  })
}

const daysOf = (weights: { date: string; grams: number }[]): DayWeight[] =>
  weights.map(({ date, grams }) => ({ date, grams: grams === ABSENT ? null : grams }))

/** Returns the midnights of a zone, computed once per zone. */
function midnightsIn(from: number, now: number): (zone: Zone) => LocalMidnight[] {
  const known = new Map<string, LocalMidnight[]>()
  return (zone) => {
    const key = JSON.stringify(zone)
    const midnights = known.get(key) ?? localMidnights(zone, from, now)
    known.set(key, midnights)
    return midnights
  }
}

type Noted = { label: string; time: number | string }

function handsOf(jumps: readonly HandJump[], noted: readonly Noted[], zone: Zone): HandChange[] {
  if (jumps.length + noted.length === 0) return []
  const offsetAt = offsetOf(zone)
  const dateOf = (seconds: number) => new Date((seconds + offsetAt(seconds)) * 1000).toISOString().slice(0, 10)
  return [
    ...jumps.map(({ time, changeGrams }) => ({ date: dateOf(time), grams: changeGrams })),
    ...noted.map(({ label, time }) => ({
      date: dateOf(Math.floor(Number(time) / 1000)),
      grams: 0,
      label: label === 'harvest' ? ('harvest' as const) : ('super_added' as const),
    })),
  ].sort((a, b) => (a.date < b.date ? -1 : 1))
}
