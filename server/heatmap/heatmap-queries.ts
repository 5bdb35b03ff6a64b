import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** The scales that count towards the mean of a region, with whose they are. */
export const selectScalesInRegions = (db: Kysely<Tables>) =>
  db
    .selectFrom('scale')
    .innerJoin('controller', 'controller.id', 'scale.controller_id')
    .select(['scale.id as scale_id', 'controller.owner_id', 'controller.primary_region_id as region_id'])
    .where('controller.primary_region_id', 'is not', null)
    .where('controller.owner_id', 'is not', null)
    .where('scale.type', '=', 'weight')
    .where('scale.state', '=', 'active')
    .orderBy('scale.id')
    .execute()

/** The tiles of some scales at one level whose start is in `[from, to]`, in the order of time. */
export const selectTilesOf = (
  db: Kysely<Tables>,
  { scaleIds, level, from, to }: { scaleIds: number[]; level: number; from: number; to: number },
) =>
  db
    .selectFrom('tile')
    .select(['scale_id', 'bytes'])
    .where('scale_id', 'in', scaleIds)
    .where('level', '=', level)
    .where('from', '>=', from)
    .where('from', '<=', to)
    .orderBy('scale_id')
    .orderBy('from')
    .execute()

/** The offsets to UTC in hours of the regions that have one. */
export const selectUtcOffsets = (db: Kysely<Tables>) => db.selectFrom('region').select(['id', 'utc_offset']).execute()
