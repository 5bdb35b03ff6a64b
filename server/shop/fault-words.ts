import type { Locale } from '#domain/locale.ts'
import type { ConfigFault } from '#domain/shop-config-rules.ts'
import { translate } from '../platform/translate.ts'

/** What is wrong at a place of the configuration, and what to do. */
export const faultWords = ({ code, values }: Pick<ConfigFault, 'code' | 'values'>, locale: Locale): string =>
  translate(locale, `shop-config.fault.${code}`, values)
