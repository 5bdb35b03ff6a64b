import type { Kysely } from 'kysely'
import { levelNumber } from '#domain/timeline-tile.ts'
import type { Tables } from '../db/tables.ts'

/** Hour tiles that begin in `[from, to)` (epoch seconds), in order of scale and time. */
export const selectHourTiles = (db: Kysely<Tables>, scaleIds: readonly number[], from: number, to: number) =>
  db
    .selectFrom('tile')
    .select(['scale_id', 'bytes'])
    .where('scale_id', 'in', scaleIds)
    .where('level', '=', levelNumber.hour)
    .where('from', '>=', from)
    .where('from', '<', to)
    .orderBy('scale_id')
    .orderBy('from')
    .execute()

/** When the first hour tile of these scales begins, in epoch seconds; undefined without readings. */
export async function selectFirstHour(db: Kysely<Tables>, scaleIds: readonly number[]): Promise<number | undefined> {
  const { first } = await db
    .selectFrom('tile')
    .select(({ fn }) => fn.min('from').as('first'))
    .where('scale_id', 'in', scaleIds)
    .where('level', '=', levelNumber.hour)
    .executeTakeFirstOrThrow()
  return first === null ? undefined : Number(first)
}
