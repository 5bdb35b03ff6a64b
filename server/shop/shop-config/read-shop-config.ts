import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { parse } from 'yaml'
import { ShopConfig } from '#domain/shop/shop-config.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Tables } from '../../store/tables.ts'
import { DEFAULT_VERSION, defaultShopConfig } from './default-shop-config.ts'
import { selectShopConfig } from './shop-config-queries.ts'

export type VersionedShopConfig = { version: number; config: ShopConfig }

const KEPT = 8
/** A cache: saved texts never change, and parsing one takes milliseconds. */
const kept = new Map<string, ShopConfig>()

function configOf(yaml: string): ShopConfig {
  const known = kept.get(yaml)
  if (known) return known
  const config = v.parse(ShopConfig, parse(yaml))
  if (kept.size >= KEPT) kept.delete(kept.keys().next().value!)
  kept.set(yaml, config)
  return config
}

/** The configuration in use: the newest saved one, else the one that ships with the product (version 0). */
export async function currentShopConfig(db: Kysely<Tables>): Promise<VersionedShopConfig> {
  const row = await selectShopConfig(db)
  return row
    ? { version: row.version, config: configOf(row.yaml) }
    : { version: DEFAULT_VERSION, config: defaultShopConfig }
}

/** A certain version, such as an old one that an order refers to. Throws 404 `not_found`. */
export async function shopConfigOf(db: Kysely<Tables>, version: number): Promise<VersionedShopConfig> {
  if (version === DEFAULT_VERSION) return { version, config: defaultShopConfig }
  const row = await selectShopConfig(db, version)
  if (!row) throw new AppError(404, 'not_found')
  return { version, config: configOf(row.yaml) }
}
