import type { Kysely } from 'kysely'
import { levelNumber } from '#domain/hives/tiles/timeline-tile.ts'
import type { Tables } from '../../store/tables.ts'

/** Returns the hour tiles that begin in `[from, to)` (epoch seconds), ordered by scale and time. */
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

/** Returns when the first hour tile of these scales begins, in epoch seconds; undefined without readings. */
export async function selectFirstHour(db: Kysely<Tables>, scaleIds: readonly number[]): Promise<number | undefined> {
  const { first } = await db
    .selectFrom('tile')
    .select(({ fn }) => fn.min('from').as('first'))
    .where('scale_id', 'in', scaleIds)
    .where('level', '=', levelNumber.hour)
    .executeTakeFirstOrThrow()
  return first === null ? undefined : Number(first)
}

/** Returns the active weight scales of all transmitters that have an owner, with owner and region. */
export const selectRankedScales = (db: Kysely<Tables>) =>
  db
    .selectFrom('scale')
    .innerJoin('controller', 'controller.id', 'scale.controller_id')
    .leftJoin('account', 'account.id', 'controller.owner_id')
    .select(['scale.id as scaleId', 'scale.name', 'controller.id as controllerId', 'controller.name as controllerName'])
    .select(['controller.primary_region_id as regionId', 'account.email as owner'])
    .where('scale.type', '=', 'weight')
    .where('scale.state', '=', 'active')
    .where('controller.owner_id', 'is not', null)
    .orderBy('scale.id')
    .execute()

export const selectRegionNames = (db: Kysely<Tables>): Promise<{ id: number; name: string }[]> =>
  db.selectFrom('region').select(['id', 'name']).orderBy('id').execute()
