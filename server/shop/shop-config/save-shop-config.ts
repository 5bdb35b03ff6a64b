import type { Locale } from '#domain/platform/locale.ts'
import type { ShopConfig } from '#domain/shop/shop-config.ts'
import { swissDay } from '#domain/shop/vat.ts'
import type { Deps } from '../../deps.ts'
import { recordChange } from '../../platform/audit/record-change.ts'
import { AppError } from '../../platform/http/app-error.ts'
import { checkShopYaml } from './check-shop-yaml.ts'
import { DEFAULT_VERSION, defaultShopYaml } from './default-shop-config.ts'
import { faultWords } from './fault-words.ts'
import { insertShopConfig, selectShopConfig } from './shop-config-queries.ts'

export type Draft = { config: string; comment: string; basedOn?: number | undefined }

/** Parses the text of a configuration. Throws 400 `shop_config_invalid` with the line of each fault. */
export function readDraft(yaml: string, now: number, locale: Locale): ShopConfig {
  const checked = checkShopYaml(yaml, swissDay(now))
  if ('config' in checked) return checked.config
  const issues = checked.faults.map((fault) => ({
    path: fault.path.join('.'),
    line: fault.line,
    message: faultWords(fault, locale),
  }))
  throw new AppError(400, 'shop_config_invalid', { issues })
}

/**
 * Saves a checked text as the newest version. Throws 400 `no_changes` if it equals the newest one, 409 `shop_config_changed` if somebody else
 * has saved since `basedOn`, or at the same moment.
 */
export async function saveShopConfig(
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  actorId: number,
  { config: yaml, comment, basedOn }: Draft,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const newest = (await selectShopConfig(transaction)) ?? { version: DEFAULT_VERSION, yaml: defaultShopYaml }
    if (newest.yaml === yaml) throw new AppError(400, 'no_changes')
    if (basedOn !== undefined && basedOn !== newest.version) throw new AppError(409, 'shop_config_changed')
    const version = newest.version + 1
    const row = { version, yaml, comment, created_at: clock.now(), created_by: actorId }
    if (!(await insertShopConfig(transaction, row))) throw new AppError(409, 'shop_config_changed')
    await recordChange(
      { database: { db: transaction }, clock },
      {
        actorId,
        action: 'shopConfig.save',
        subjectType: 'shopConfig',
        subjectId: String(version),
        before: { version: newest.version },
        after: { version, comment },
      },
    )
    return version
  })
}
