import * as v from 'valibot'
import { textUpTo } from '../platform/text-up-to.ts'
import { PublicShopConfig, ShopConfig } from './shop-config.ts'

/** Far more than a shop needs, yet too short to keep the server busy on purpose. */
export const CONFIG_MAXIMUM_CHARACTERS = 100_000

/** `basedOn`: the version that was edited; it ensures that nothing somebody else saved in the meantime is lost. */
export const ShopConfigBody = v.strictObject({
  config: v.pipe(v.string(), v.maxLength(CONFIG_MAXIMUM_CHARACTERS)),
  comment: v.optional(textUpTo(300), ''),
  basedOn: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
})

/** The offer as everyone sees it; prices in Rappen, VAT rates in hundredths of a percent. */
export const ShopConfigReply = v.object({ version: v.number(), ...PublicShopConfig.entries })
export type ShopConfigReply = v.InferOutput<typeof ShopConfigReply>

/** The configuration as administrators see it. */
export const WholeShopConfigReply = v.object({ version: v.number(), ...ShopConfig.entries })
export type WholeShopConfigReply = v.InferOutput<typeof WholeShopConfigReply>

/** One saved version. `savedBy`: an address; null if it came with the product or the account is gone. */
export const ShopConfigVersion = v.object({
  version: v.number(),
  comment: v.string(),
  savedAt: v.nullable(v.string()),
  savedBy: v.nullable(v.string()),
})
export type ShopConfigVersion = v.InferOutput<typeof ShopConfigVersion>

/** `config`: the YAML of the requested version; `versions`: all of them, newest first. */
export const ShopConfigAdminReply = v.object({
  version: v.number(),
  config: v.string(),
  versions: v.array(ShopConfigVersion),
})
export type ShopConfigAdminReply = v.InferOutput<typeof ShopConfigAdminReply>

/** `preview`: the shop as customers would see it with the submitted text. */
export const ShopConfigSavedReply = v.object({
  message: v.string(),
  version: v.number(),
  preview: PublicShopConfig,
})
