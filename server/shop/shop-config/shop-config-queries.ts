import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import type { ShopConfigTable } from './shop-config-table.ts'

export type ShopConfigRow = Selectable<ShopConfigTable>

/** The requested version, else the newest. */
export const selectShopConfig = (
  db: Kysely<Tables>,
  version?: number,
): Promise<Pick<ShopConfigRow, 'version' | 'yaml'> | undefined> =>
  db
    .selectFrom('shop_config')
    .select(['version', 'yaml'])
    .$if(version !== undefined, (query) => query.where('version', '=', version!))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Undefined if the version already exists. */
export const insertShopConfig = (
  db: Kysely<Tables>,
  row: Insertable<ShopConfigTable>,
): Promise<Pick<ShopConfigRow, 'version'> | undefined> =>
  db
    .insertInto('shop_config')
    .values(row)
    .onConflict((conflict) => conflict.column('version').doNothing())
    .returning('version')
    .executeTakeFirst()

/** The saved versions with who saved them, newest first. */
export const selectShopConfigVersions = (db: Kysely<Tables>, limit: number) =>
  db
    .selectFrom('shop_config')
    .leftJoin('account', 'account.id', 'shop_config.created_by')
    .select(['shop_config.version', 'shop_config.comment', 'shop_config.created_at', 'account.email as author'])
    .orderBy('shop_config.version', 'desc')
    .limit(limit)
    .execute()
