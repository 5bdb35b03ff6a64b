import type { Kysely } from 'kysely'
import { scalePatience } from '#domain/alerts/scale-patience.ts'
import { ownQuantity } from '#domain/hives/own-quantity.ts'
import { ABSENT, type RawColumnName, type Tile, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import { intervalInForce } from '../../../hives/controllers/interval-in-force.ts'
import { readHourTiles } from '../../../hives/timeline/read-hour-tiles.ts'
import { readRawTiles } from '../../../hives/timeline/read-raw-tiles.ts'
import { partsOf } from '../../../platform/db/parts-of.ts'
import { storedSeconds } from '../../../platform/db/stored-seconds.ts'
import type { Tables } from '../../../store/tables.ts'
import {
  type LastTime,
  type MeasuringScale,
  selectImportedDays,
  selectOldestWaiting,
  selectShare,
  selectStillInUse,
  valueColumns,
} from './late-scale-queries.ts'

const HABIT_SECONDS = 14 * DAY_SECONDS
/** As long as something older than this is not in the tiles, they do not tell what was not measured. */
const BEHIND_MS = 5 * 60_000
const SERIES_AT_ONCE = 200

/** Where the hours tell that it was measured. */
const coarseColumns = { weight: 'weightLast', temperature: 'temperature', humidity: 'humidity' } as const

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
 * when each last measured; `forgotten`: what rows from before these times were kept do not tell.
 */
export type LateScales = {
  isBehind: boolean
  inUse: number[]
  late: LateScale[]
  alarmed: Map<number, { name: string; lastAt: number }>
  forgotten: LastTime[]
}

export type LateScalesInput = { nowSeconds: number; share: number; shares: number; alarmedIds: number[] }

/**
 * A reader thread's task: returns the scales of a share of the transmitters that stopped measuring what they are there for, as far as their
 * habits are known, and when those with an alarm last measured, as far as they are in use. Only scales that are late cost more than their row.
 */
export async function readLateScales(
  db: Kysely<Tables>,
  { nowSeconds, share, shares, alarmedIds }: LateScalesInput,
): Promise<LateScales> {
  const oldest = await selectOldestWaiting(db)
  const rows = await selectShare(db, { share, shares })
  const withAlarm = await selectStillInUse(db, alarmedIds)
  const isFresh = (time: number, row: MeasuringScale) =>
    nowSeconds - time <= (2 * intervalInForce(row) + 1) * HOUR_SECONDS
  const doubtful = rows.filter((row) => !isFresh(measuredAt(row) ?? 0, row))
  const known = new Set(doubtful.map(({ id }) => id))
  const more = withAlarm.filter((row) => !known.has(row.id) && measuredAt(row) === undefined)
  const measured = await readMeasuredHours(db, [...doubtful, ...more], nowSeconds - HABIT_SECONDS)
  const forgotten = await readForgotten(db, [...doubtful, ...more], measured)
  const found = new Map(forgotten.map(({ scaleId, at }) => [scaleId, at]))
  // nothing came since the times are kept: to the hour
  const lastOf = (row: MeasuringScale): number | undefined =>
    measuredAt(row) ?? found.get(row.id) ?? measured.get(row.id)?.at(-1)
  const stale = doubtful.flatMap((row) => {
    const lastAt = lastOf(row)
    const hours = measured.get(row.id)
    return lastAt === undefined || hours === undefined || isFresh(lastAt, row) ? [] : [{ row, lastAt, hours }]
  })
  const imported = await selectImportedDays(
    db,
    stale.map(({ row }) => row.id),
    tileSpan('raw', nowSeconds - HABIT_SECONDS).from,
  )
  const late = stale.flatMap(({ row, lastAt, hours }): LateScale[] => {
    const { id: scaleId, controller_id: controllerId, name, channel, type } = row
    // what an import brought does not tell how the scale itself measures
    const ownFrom = (imported.get(scaleId) ?? 0) + DAY_SECONDS
    const patienceSeconds = scalePatience(
      hours.filter((hour) => hour >= ownFrom),
      intervalInForce(row),
    )
    if (patienceSeconds === undefined || nowSeconds - lastAt <= patienceSeconds) return []
    return [{ scaleId, controllerId, name, channel, quantity: ownQuantity[type], lastAt, patienceSeconds }]
  })
  const alarmed = new Map(withAlarm.map((row) => [row.id, { name: row.name, lastAt: lastOf(row) ?? 0 }]))
  const isBehind = oldest !== undefined && oldest < nowSeconds * 1000 - BEHIND_MS
  return { isBehind, inUse: rows.map(({ id }) => id), late, alarmed, forgotten }
}

/** When a scale last measured what it is there for, in epoch seconds; undefined if never, or if that is not known. */
function measuredAt(row: MeasuringScale): number | undefined {
  return storedSeconds(row[`${ownQuantity[row.type]}_time`]) ?? undefined
}

/** Returns the starts of the hours in which each scale measured what it is there for. Of a scale with damaged data nothing is known. */
async function readMeasuredHours(db: Kysely<Tables>, rows: readonly MeasuringScale[], from: number) {
  const found = new Map<number, number[]>()
  for (const [quantity, ofQuantity] of Map.groupBy(rows, ({ type }) => ownQuantity[type])) {
    const coarse = coarseColumns[quantity]
    for (const part of partsOf(ofQuantity, SERIES_AT_ONCE)) {
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

/** Looks up when scales last measured whose rows tell neither the time nor the value; `measured`: the hours in which each did. */
async function readForgotten(
  db: Kysely<Tables>,
  rows: readonly MeasuringScale[],
  measured: ReadonlyMap<number, readonly number[]>,
): Promise<LastTime[]> {
  const found: LastTime[] = []
  for (const row of rows) {
    const quantity = ownQuantity[row.type]
    const hour = measured.get(row.id)?.at(-1)
    if (hour === undefined || measuredAt(row) !== undefined || row[valueColumns[quantity]] !== null) continue
    const { tiles } = await readRawTiles(db, row.id, hour)
    const times = tiles
      .get(row.id)!
      .flatMap((tile) => timesWith(tile, tile.level === 'raw' ? tile.columns[quantity] : undefined))
    const at = times.at(-1)
    if (at !== undefined) found.push({ scaleId: row.id, quantity, at })
  }
  return found
}

const timesWith = ({ from, time }: Tile, column: Int32Array | undefined): number[] =>
  column ? [...time].flatMap((at, row) => (column[row] === ABSENT ? [] : [from + at])) : []
