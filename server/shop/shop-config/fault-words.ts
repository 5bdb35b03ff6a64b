import type { Locale } from '#domain/platform/locale.ts'
import type { ConfigFault } from '#domain/shop/shop-config-rules.ts'
import { translate } from '../../platform/runtime/translate.ts'

/** What is wrong at a place of the configuration, and what to do. */
export const faultWords = ({ code, values }: Pick<ConfigFault, 'code' | 'values'>, locale: Locale): string =>
  translate(locale, `shop-config.fault.${code}`, values)
