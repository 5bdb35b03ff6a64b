import type { Kysely } from 'kysely'
import type { ShopConfigAdminReply } from '#domain/shop/shop-config-edit.ts'
import { isoTime } from '../../platform/db/stored-time.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Tables } from '../../store/tables.ts'
import { DEFAULT_VERSION, defaultShopYaml } from './default-shop-config.ts'
import { selectShopConfig, selectShopConfigVersions } from './shop-config-queries.ts'

const VERSIONS_SHOWN = 200

/** The text of a version, else of the newest, and the list of versions. Throws 404 `not_found`. */
export async function shopConfigVersions(db: Kysely<Tables>, asked?: number): Promise<ShopConfigAdminReply> {
  const shipped = { version: DEFAULT_VERSION, yaml: defaultShopYaml }
  const saved = asked === DEFAULT_VERSION ? shipped : await selectShopConfig(db, asked)
  const row = saved ?? (asked === undefined ? shipped : undefined)
  if (!row) throw new AppError(404, 'not_found')
  const versions = await selectShopConfigVersions(db, VERSIONS_SHOWN)
  return {
    version: row.version,
    config: row.yaml,
    versions: [
      ...versions.map(({ version, comment, created_at, author }) => ({
        version,
        comment,
        savedAt: isoTime(created_at),
        savedBy: author,
      })),
      { version: DEFAULT_VERSION, comment: '', savedAt: null, savedBy: null },
    ],
  }
}
