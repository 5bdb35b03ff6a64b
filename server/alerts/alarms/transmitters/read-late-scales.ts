import type { Kysely } from 'kysely'
import { scalePatience } from '#domain/alerts/scale-patience.ts'
import type { ScaleType } from '#domain/hives/scale.ts'
import {
  ABSENT,
  type CoarseColumnName,
  type RawColumnName,
  type Tile,
  tileSpan,
} from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import { readHourTiles } from '../../../hives/timeline/read-hour-tiles.ts'
import { wholeTile } from '../../../hives/timeline/whole-tiles.ts'
import { partsOf } from '../../../platform/db/parts-of.ts'
import type { Tables } from '../../../store/tables.ts'
import {
  type MeasuringScale,
  selectImportedDays,
  selectOldestWaiting,
  selectRawDay,
  selectShare,
  selectStillInUse,
} from './late-scale-queries.ts'

const HABIT_SECONDS = 14 * DAY_SECONDS
/** As long as something older than this is not in the tiles, they do not tell what was not measured. */
const BEHIND_MS = 5 * 60_000
const SERIES_AT_ONCE = 200

/** What a scale of each type has to measure. */
const own: Record<ScaleType, { raw: RawColumnName; coarse: CoarseColumnName }> = {
  weight: { raw: 'weight', coarse: 'weightLast' },
  thermometer: { raw: 'temperature', coarse: 'temperature' },
  humidity: { raw: 'humidity', coarse: 'humidity' },
}

/** A scale that measured nothing for longer than its habits explain; `lastAt` in epoch seconds. */
export type LateScale = Pick<MeasuringScale, 'name' | 'channel'> & {
  scaleId: number
  controllerId: number
  quantity: RawColumnName
  lastAt: number
  patienceSeconds: number
}

/**
 * `inUse`: the scales looked at; `isBehind`: what was received is not stored yet; `alarmed`: of those with an alarm that are still in use,
 * when each last measured.
 */
export type LateScales = {
  isBehind: boolean
  inUse: number[]
  late: LateScale[]
  alarmed: Map<number, { name: string; lastAt: number }>
}

export type LateScalesInput = { nowSeconds: number; share: number; shares: number; alarmedIds: number[] }

/**
 * A reader thread's task: returns the scales of a share of the transmitters that stopped measuring what they are there for, as far as their
 * habits are known, and when those with an alarm last measured, as far as they are in use. Only scales that measure several quantities, or
 * are late, cost more than their row.
 */
export async function readLateScales(
  db: Kysely<Tables>,
  { nowSeconds, share, shares, alarmedIds }: LateScalesInput,
): Promise<LateScales> {
  const oldest = await selectOldestWaiting(db)
  const rows = await selectShare(db, { share, shares })
  const withAlarm = await selectStillInUse(db, alarmedIds)
  const isFresh = (time: number, { update_interval_hours: hours }: MeasuringScale) =>
    nowSeconds - time <= (2 * hours + 1) * HOUR_SECONDS
  const doubtful = rows.filter((row) => !isAlone(row) || !isFresh(Number(row.time), row))
  const known = new Set(doubtful.map(({ id }) => id))
  const more = withAlarm.filter(({ id }) => !known.has(id))
  const measured = await readMeasuredHours(db, [...doubtful, ...more], nowSeconds - HABIT_SECONDS)
  const stale = doubtful.filter((row) => {
    const last = measured.get(row.id)?.at(-1)
    return last !== undefined && !isFresh(last, row)
  })
  const imported = await selectImportedDays(
    db,
    stale.map(({ id }) => id),
    tileSpan('raw', nowSeconds - HABIT_SECONDS).from,
  )
  const late: LateScale[] = []
  for (const row of stale) {
    const hours = measured.get(row.id)!
    const lastAt = await readLastTime(db, row, hours.at(-1)!)
    // what an import brought does not tell how the scale itself measures
    const ownFrom = (imported.get(row.id) ?? 0) + DAY_SECONDS
    const patienceSeconds = scalePatience(
      hours.filter((hour) => hour >= ownFrom),
      row.update_interval_hours,
    )
    if (patienceSeconds === undefined || nowSeconds - lastAt <= patienceSeconds) continue
    const { id: scaleId, controller_id: controllerId, name, channel } = row
    late.push({ scaleId, controllerId, name, channel, quantity: own[row.type].raw, lastAt, patienceSeconds })
  }
  const alarmed: LateScales['alarmed'] = new Map()
  for (const row of withAlarm) {
    const last = measured.get(row.id)?.at(-1)
    alarmed.set(row.id, { name: row.name, lastAt: last === undefined ? 0 : await readLastTime(db, row, last) })
  }
  const isBehind = oldest !== undefined && oldest < nowSeconds * 1000 - BEHIND_MS
  return { isBehind, inUse: rows.map(({ id }) => id), late, alarmed }
}

/** Whether a scale measures nothing beside what it is there for, so that its newest reading has it. */
function isAlone({ type, weight_grams, temperature_centi, humidity_permille }: MeasuringScale): boolean {
  const others = { weight: weight_grams, thermometer: temperature_centi, humidity: humidity_permille }
  return Object.entries(others).every(([quantity, value]) => (quantity === type) === (value !== null))
}

/** Returns the starts of the hours in which each scale measured what it is there for. Of a scale with damaged data nothing is known. */
async function readMeasuredHours(db: Kysely<Tables>, rows: readonly MeasuringScale[], from: number) {
  const found = new Map<number, number[]>()
  for (const [type, ofType] of Map.groupBy(rows, (row) => row.type)) {
    const { coarse } = own[type]
    for (const part of partsOf(ofType, SERIES_AT_ONCE)) {
      const ids = part.map(({ id }) => id)
      const { tiles, damaged } = await readHourTiles(db, ids, { from }, [coarse])
      for (const id of ids) {
        if (damaged.has(id)) continue
        const hours = tiles
          .get(id)!
          .flatMap((tile) => timesWith(tile, tile.level === 'hour' ? tile.columns[coarse] : undefined))
        found.set(
          id,
          hours.filter((hour) => hour >= from),
        )
      }
    }
  }
  return found
}

/** Returns when a scale last measured within an hour, to the second if that day is readable. */
async function readLastTime(db: Kysely<Tables>, { id, type }: MeasuringScale, hour: number): Promise<number> {
  const { raw } = own[type]
  const bytes = await selectRawDay(db, id, tileSpan('raw', hour).from)
  const tile = bytes && wholeTile(bytes, [raw])
  return (tile?.level === 'raw' ? timesWith(tile, tile.columns[raw]).at(-1) : undefined) ?? hour
}

const timesWith = ({ from, time }: Tile, column: Int32Array | undefined): number[] =>
  column ? [...time].flatMap((at, row) => (column[row] === ABSENT ? [] : [from + at])) : []
