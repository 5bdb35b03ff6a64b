import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import { type LoadCells, summedChannel } from '#domain/hives/controller.ts'
import { EARLIEST_TIME_SECONDS, WEIGHT_MAXIMUM_GRAMS, WEIGHT_MINIMUM_GRAMS } from '#domain/hives/reading.ts'
import { scaleAt } from '#domain/hives/scale-at.ts'
import { ABSENT } from '#domain/hives/tiles/timeline-tile.ts'
import { gramsFromKg } from '#domain/hives/units.ts'
import { isDamaged } from '#domain/platform/damaged-error.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import type { ForeignWrites } from '../../platform/db/sqlite-lane.ts'
import { translate } from '../../platform/runtime/translate.ts'
import type { Tables } from '../../store/tables.ts'
import { forgetBrought } from '../imports/forget-brought.ts'
import type { ReadingChanges, ReadingNews, ScaleWeights } from '../readings/change-readings.ts'
import { readClosedBefore } from '../timeline/read-closed.ts'
import {
  insertWeighingDue,
  insertWeightScale,
  moveWeighing,
  type RawWeightRow,
  selectChannelScales,
  selectLoadCells,
  selectOwnersLanguage,
  selectPoints,
  selectRawDay,
  selectRawDays,
  selectScaleInUse,
  upsertRawDay,
} from './calibration-queries.ts'
import { cellsOf, incompleteCounts, placeOf } from './combined-counts.ts'
import {
  addRawWeights,
  decodeRawWeightDay,
  emptyRawWeightDay,
  encodeRawWeightDay,
  isFull,
  type RawWeightDay,
} from './raw-weight-day.ts'
import { kgAt, type Points } from './weights-of.ts'

/** How much of a scale one transaction reweighs, but at least a day: the writer is free again after a few milliseconds. */
const DAYS_A_STEP = 20
const COUNTS_A_STEP = 3000

/** Counts of a transmitter's converters; `time` in epoch seconds, not in the future. */
export type RawWeights = {
  controllerId: number
  nowMs: number
  rows: readonly RawRow[]
}
type RawRow = { channel: number; time: number; raw: number }
/** `refused`: for each row, why it was not stored. `damaged`: the number of unreadable days that were started over. */
export type KeptRaw = { refused: (ErrorCode | undefined)[]; damaged: number }
/** `since`: counts from before come from another channel, and keep their weights. Both times in epoch seconds. */
export type Weighing = { scaleId: number; controllerId: number; channel: number; from: number; since: number }

/** Writer tasks for uncalibrated weights. */
export const createRawWeightTasks = (db: Kysely<Tables>, changes: ReadingChanges, foreignWrites: ForeignWrites) => ({
  /** Stores what is new, durably. Creates the scale of a channel that never had one. */
  async keepRawWeights({ controllerId, nowMs, rows }: RawWeights): Promise<KeptRaw> {
    const { refused, damaged, hasNewScale } = await db.transaction().execute(async (within) => {
      let hasNewScale = false
      const first = Math.max(EARLIEST_TIME_SECONDS, await readClosedBefore(within))
      const loadCells = await selectLoadCells(within, controllerId)
      const incomplete = incompleteCounts(rows, loadCells)
      const scales = await selectChannelScales(within, controllerId)
      const made = new Map<number, number>()
      const scaleOf = ({ channel: cell, time }: RawRow) => {
        const channel = summedChannel(cell, loadCells)
        return made.get(channel) ?? scaleAt(scales, channel, time, nowMs)
      }
      for (const row of rows) {
        if (incomplete.has(row) || scaleOf(row) !== undefined) continue
        const channel = summedChannel(row.channel, loadCells)
        made.set(channel, await makeScale(within, controllerId, channel, nowMs))
        hasNewScale = true
      }
      const refusalOf = (row: RawRow): ErrorCode | undefined => {
        if (incomplete.has(row)) return 'load_cells_incomplete'
        const scale = scaleOf(row)
        if (typeof scale === 'string') return scale
        if (row.time < EARLIEST_TIME_SECONDS) return 'time_before_start'
        return row.time < first ? 'time_too_old' : undefined
      }
      const refused = rows.map(refusalOf)
      const good = rows.filter((_, i) => refused[i] === undefined)
      let damaged = 0
      for (const ofDay of Map.groupBy(good, (row) => `${scaleOf(row)} ${dayOf(row.time)}`).values()) {
        const scaleId = scaleOf(ofDay[0]!) as number
        const added = await addToDay(within, scaleId, dayOf(ofDay[0]!.time), ofDay, loadCells)
        for (const row of added.left) refused[rows.indexOf(row)] = 'readings_too_many'
        damaged += added.damaged
      }
      return { refused, damaged, hasNewScale }
    })
    if (hasNewScale) foreignWrites.count++
    return { refused, damaged }
  },

  /** Reweighs a few days with the current calibrations and notes the progress; `more` is true while days are left. */
  async weighKept({ scaleId, controllerId, channel, from, since }: Weighing): Promise<ReadingNews & { more: boolean }> {
    const points = await selectPoints(db, controllerId)
    const cells = cellsOf(channel, await selectLoadCells(db, controllerId))
    const days = await selectRawDays(db, scaleId, from, DAYS_A_STEP)
    const weights: ScaleWeights[] = []
    let done = 0
    for (let counts = 0; done < days.length && counts < COUNTS_A_STEP; done++) {
      const weighed = weigh(days[done]!, cells, points, since)
      if (weighed) weights.push(weighed)
      counts += weighed?.time.length ?? 0
    }
    const isAll = done === days.length && done < DAYS_A_STEP
    const next = isAll ? undefined : Number(days[done - 1]!.from) + DAY_SECONDS
    const news = await changes.weigh(weights, async () => {
      for (const { weight, ...of } of weights) await forgetBrought(db, { ...of, column: 'weight', values: weight })
      // on PostgreSQL, it may be calibrated anew until here; then the same days are weighed again
      if (isDeepStrictEqual(await selectPoints(db, controllerId), points)) await moveWeighing(db, scaleId, from, next)
    })
    return { ...news, more: next !== undefined }
  },
})

const dayOf = (time: number) => time - (time % DAY_SECONDS)

async function makeScale(db: Kysely<Tables>, controllerId: number, channel: number, nowMs: number): Promise<number> {
  const name = translate(await selectOwnersLanguage(db, controllerId), 'ingest.scale_name', { channel })
  return insertWeightScale(db, { controller_id: controllerId, channel, name, created_at: nowMs })
}

/** `left`: the rows the day has no room for. `damaged` is 1 if the stored day is unreadable: it is lost, and started over to keep the new rows. */
async function addToDay(
  db: Kysely<Tables>,
  scaleId: number,
  from: number,
  rows: readonly RawRow[],
  loadCells: LoadCells,
): Promise<{ left: RawRow[]; damaged: 0 | 1 }> {
  const stored = await selectRawDay(db, scaleId, from)
  const known = stored && readable(stored)
  const before = known ?? emptyRawWeightDay()
  const counts = rows.map((row) => [placeOf(row, loadCells), row.raw] as const)
  const after = addRawWeights(before, counts)
  if (after !== before) await upsertRawDay(db, { scale_id: scaleId, from, bytes: encodeRawWeightDay(after) })
  const kept = isFull(after) ? new Set(after.time) : undefined
  return {
    left: kept ? rows.filter((row) => !kept.has(placeOf(row, loadCells))) : [],
    damaged: stored && !known ? 1 : 0,
  }
}

function readable({ bytes }: RawWeightRow): RawWeightDay | undefined {
  try {
    return decodeRawWeightDay(bytes)
  } catch (error) {
    if (isDamaged(error)) return undefined
    throw error
  }
}

/**
 * The weights of a day from `since` on, where all cells counted and are calibrated; undefined if it cannot be read. An impossible weight
 * is stored as absent, while its count is kept.
 */
function weigh(row: RawWeightRow, cells: readonly number[], points: Points, since: number): ScaleWeights | undefined {
  const day = readable(row)
  if (!day) return undefined
  const raws = new Map(Array.from(day.time, (place, i) => [place, day.raw[i]!]))
  const loadCells = cells.length as LoadCells
  const weights = new Map<number, number>()
  for (const offset of new Set(day.time.map((place) => place % DAY_SECONDS))) {
    const time = Number(row.from) + offset
    const kilograms = cells.map((channel) => {
      const raw = raws.get(placeOf({ channel, time }, loadCells))
      return raw === undefined ? undefined : kgAt(points, channel, time, raw)
    })
    if (time < since || cells.length === 0 || kilograms.includes(undefined)) continue
    const grams = kilograms.map((kg) => gramsOrAbsent(kg!))
    weights.set(time, grams.includes(ABSENT) ? ABSENT : grams.reduce((sum, one) => sum + one))
  }
  return { scaleId: row.scale_id, time: Uint32Array.from(weights.keys()), weight: Int32Array.from(weights.values()) }
}

function gramsOrAbsent(kg: number): number {
  const grams = gramsFromKg(kg)
  return grams >= WEIGHT_MINIMUM_GRAMS && grams <= WEIGHT_MAXIMUM_GRAMS ? grams : ABSENT
}

/** Schedules what is stored of a channel's scale to be reweighed from a time on (epoch seconds). */
export async function requestWeighing(db: Kysely<Tables>, controllerId: number, channel: number, from: number) {
  const scale = await selectScaleInUse(
    db,
    controllerId,
    summedChannel(channel, await selectLoadCells(db, controllerId)),
  )
  if (scale) await insertWeighingDue(db, scale.id, dayOf(from))
}
