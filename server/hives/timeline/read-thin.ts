import type { Kysely } from 'kysely'
import { decodeTile, encodeTile, isSameTile } from '#domain/hives/tiles/tile-codec.ts'
import { replaceDays, rollUpDay, rollUpHour } from '#domain/hives/tiles/tile-roll-up.ts'
import { thinTile } from '#domain/hives/tiles/tile-thin.ts'
import { type CoarseTile, levelNumber, type RawTile, tileSpan } from '#domain/hives/tiles/timeline-tile.ts'
import { DAY_SECONDS } from '#domain/platform/durations.ts'
import type { Tables } from '../../store/tables.ts'
import { hasCheckpoint, selectCoarseTile, selectDays, type ThinDay, type ThinRange } from './thin-queries.ts'

/** `days`: the thinned days. `wrong`: how many days the coarser levels do not match. `next`: where to continue. */
export type ThinPart = { days: ThinDay[]; wrong: number; next: number | undefined }

const rollUps = { hour: rollUpHour, day: rollUpDay } as const

/** Reader task: some days of a series in thinned form, only those that the coarser levels match exactly. */
export async function readThin(db: Kysely<Tables>, range: ThinRange): Promise<ThinPart> {
  const { seriesId, limit } = range
  const rows = await selectDays(db, range)
  const part: ThinPart = { days: [], wrong: 0, next: undefined }
  for (const row of rows) {
    const tile = decodeTile(row.bytes) as RawTile
    const thin = thinTile(tile)
    if (!thin || !(await isPassed(db, seriesId, tile))) continue
    if (await isRolledUp(db, seriesId, tile)) {
      part.days.push({ seriesId, from: tile.from, revision: Number(row.revision), bytes: encodeTile(thin) })
    } else part.wrong++
  }
  if (rows.length === limit) part.next = Number(rows.at(-1)!.from) + DAY_SECONDS
  return part
}

/** Detection must have a checkpoint after the day: otherwise it resumes from the day's beginning and needs all of its readings. */
const isPassed = async (db: Kysely<Tables>, seriesId: number, { from, columns }: RawTile): Promise<boolean> =>
  seriesId < 0 || !columns.weight || hasCheckpoint(db, seriesId, from + DAY_SECONDS)

async function isRolledUp(db: Kysely<Tables>, seriesId: number, raw: RawTile): Promise<boolean> {
  for (const level of ['hour', 'day'] as const) {
    const { from } = tileSpan(level, raw.from)
    const stored = await selectCoarseTile(db, { seriesId, level: levelNumber[level], from })
    if (!stored) return false
    const tile = decodeTile(stored) as CoarseTile
    const again = encodeTile(replaceDays(tile, [{ day: raw.from, buckets: rollUps[level](raw) }]))
    if (!isSameTile(stored, again)) return false
  }
  return true
}
