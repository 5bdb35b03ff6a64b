import { Hono } from 'hono'
import * as v from 'valibot'
import {
  ShopConfigAdminReply,
  ShopConfigBody,
  ShopConfigReply,
  ShopConfigSavedReply,
  WholeShopConfigReply,
} from '#domain/shop/shop-config-edit.ts'
import type { Deps } from '../../deps.ts'
import type { Env } from '../../platform/http/env.ts'
import { requireAccount, requireAdmin, signedIn } from '../../platform/http/require-account.ts'
import { answers, withoutSession } from '../../platform/http/schemas/answers.ts'
import { validate } from '../../platform/http/schemas/validate.ts'
import { translate } from '../../platform/runtime/translate.ts'
import { currentShopConfig, shopConfigOf } from './read-shop-config.ts'
import { readDraft, saveShopConfig } from './save-shop-config.ts'
import { shopConfigSchema } from './shop-config-schema.ts'
import { shopConfigVersions } from './shop-config-versions.ts'
import { toPublicConfig } from './to-public-config.ts'

const flag = v.pipe(
  v.optional(v.picklist(['true', 'false']), 'false'),
  v.transform((word) => word === 'true'),
)
/** Administrators see all of it, everybody else only what is for sale. */
const SeenShopConfig = v.union([ShopConfigReply, WholeShopConfigReply])
const VersionText = v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number))

export const shopConfigRoutes = (deps: Pick<Deps, 'database' | 'clock' | 'config' | 'payment'>) => {
  const { db } = deps.database
  const shown = async (
    version: number | undefined,
    isWhole: boolean,
  ): Promise<ShopConfigReply | WholeShopConfigReply> => {
    const read = version === undefined ? await currentShopConfig(db) : await shopConfigOf(db, version)
    if (isWhole) return { version: read.version, ...read.config }
    return { version: read.version, ...toPublicConfig(deps, read) }
  }
  return new Hono<Env>()
    .get(
      '/shop/config',
      answers('shop', 'What the shop sells; administrators see everything, unless filtered=true', SeenShopConfig),
      withoutSession,
      validate('query', v.object({ filtered: flag })),
      async (c) => c.json(await shown(undefined, c.get('account')?.admin === true && !c.req.valid('query').filtered)),
    )
    .get(
      '/shop/config/:version',
      answers('shop', 'What the shop sold under a version of its configuration', SeenShopConfig),
      withoutSession,
      validate('param', v.object({ version: VersionText })),
      validate('query', v.object({ filtered: flag })),
      async (c) => {
        const isWhole = c.get('account')?.admin === true && !c.req.valid('query').filtered
        return c.json(await shown(c.req.valid('param').version, isWhole))
      },
    )
    .get(
      '/shop/configSchema',
      answers('shop', 'The JSON Schema of the configuration’s YAML', v.looseObject({})),
      withoutSession,
      (c) => c.json(shopConfigSchema),
    )
    .get(
      '/shop/configAdmin',
      answers('shop', 'The YAML of a version of the configuration, and the list of versions', ShopConfigAdminReply),
      requireAccount,
      requireAdmin,
      validate('query', v.object({ version: v.optional(VersionText) })),
      async (c) => c.json(await shopConfigVersions(db, c.req.valid('query').version)),
    )
    .post(
      '/shop/config',
      answers('shop', 'Save the configuration as a new version; with dryRun=true only check it', ShopConfigSavedReply),
      requireAccount,
      requireAdmin,
      validate('query', v.object({ dryRun: flag })),
      validate('json', ShopConfigBody),
      async (c) => {
        const body = c.req.valid('json')
        const locale = c.get('locale')
        const draft = readDraft(body.config, deps.clock.now(), locale)
        const { version: current } = await currentShopConfig(db)
        const preview = toPublicConfig(deps, { version: current + 1, config: draft })
        if (c.req.valid('query').dryRun) {
          return c.json({ message: translate(locale, 'shop.message.config_checked'), version: current, preview })
        }
        const version = await saveShopConfig(deps, signedIn(c).accountId, body)
        return c.json({ message: translate(locale, 'shop.message.config_saved', { version }), version, preview })
      },
    )
}
