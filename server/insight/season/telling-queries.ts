import type { Kysely } from 'kysely'
import type { SeasonKind } from '#domain/alerts/notification.ts'
import { DAY_MS } from '#domain/platform/durations.ts'
import type { Tables } from '../../store/tables.ts'

export type PlaceToLookAt = {
  controllerId: number
  accountId: number
  name: string
  latitude: number | null
  utcOffset: number | null
  lookedAt: string | null
}

/** Returns the transmitters whose owner has a working channel, with the day on which each was last checked. */
export const selectPlacesToTell = (db: Kysely<Tables>): Promise<PlaceToLookAt[]> =>
  db
    .selectFrom('controller')
    .innerJoin('account', 'account.id', 'controller.owner_id')
    .leftJoin('region', 'region.id', 'controller.primary_region_id')
    .leftJoin('season_look as look', 'look.controller_id', 'controller.id')
    .select(['controller.id as controllerId', 'account.id as accountId', 'controller.name', 'controller.latitude'])
    .select(['region.utc_offset as utcOffset', 'look.day as lookedAt'])
    .where('account.active', '=', 1)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('notification')
          .select('notification.id')
          .whereRef('notification.account_id', '=', 'account.id')
          .where('notification.status', 'in', ['active', 'failing']),
      ),
    )
    .orderBy('controller.id')
    .execute()

export const selectScalesOfPlaces = (db: Kysely<Tables>, controllerIds: readonly number[]) =>
  db
    .selectFrom('scale')
    .select(['id as scaleId', 'controller_id as controllerId', 'name'])
    .select(['empty_weight_grams as emptyGrams', 'feed_stock_grams as feedGrams'])
    .where('controller_id', 'in', controllerIds)
    .where('type', '=', 'weight')
    .where('state', '=', 'active')
    .orderBy('id')
    .execute()

export async function noteLook(db: Kysely<Tables>, controllerId: number, day: string): Promise<void> {
  await db
    .insertInto('season_look')
    .values({ controller_id: controllerId, day })
    .onConflict((conflict) => conflict.column('controller_id').doUpdateSet({ day }))
    .execute()
}

/**
 * Notes that news of a hive is told. Returns false if it was told since `before`
 * (epoch ms); a time more than a day ahead, from a wrong clock, does not count.
 */
export async function noteTold(
  db: Kysely<Tables>,
  { scaleId, kind, now, before }: { scaleId: number; kind: SeasonKind; now: number; before: number },
): Promise<boolean> {
  const row = await db
    .insertInto('season_told')
    .values({ scale_id: scaleId, kind, told_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['scale_id', 'kind'])
        .doUpdateSet({ told_at: now })
        .where(({ eb, or }) =>
          or([eb('season_told.told_at', '<', before), eb('season_told.told_at', '>', now + DAY_MS)]),
        ),
    )
    .returning('scale_id')
    .executeTakeFirst()
  return row !== undefined
}
