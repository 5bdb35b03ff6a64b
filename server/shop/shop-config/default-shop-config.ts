import { readFileSync } from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { parse } from 'yaml'
import { ShopConfig } from '#domain/shop/shop-config.ts'

/** The version of the configuration that ships with the product. */
export const DEFAULT_VERSION = 0

/** The configuration in use until an administrator saves another one, as editable text. */
export const defaultShopYaml = readFileSync(path.join(import.meta.dirname, 'default-shop-config.yaml'), 'utf8')

export const defaultShopConfig: ShopConfig = v.parse(ShopConfig, parse(defaultShopYaml))
