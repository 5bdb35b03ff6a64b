import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'
import { ShopConfig } from '#domain/shop/shop-config.ts'

/** The version of what ships with the product. */
export const DEFAULT_VERSION = 0

/** What the shop goes by until an administrator saves something else, as an owner edits it. */
export const defaultShopYaml = readFileSync(path.join(import.meta.dirname, 'default-shop-config.yaml'), 'utf8')

export const defaultShopConfig: ShopConfig = v.parse(ShopConfig, parse(defaultShopYaml))
