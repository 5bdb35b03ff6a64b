import type { Locale } from '#domain/platform/locale.ts'
import type { ConfigFault } from '#domain/shop/shop-config-rules.ts'
import { translate } from '../../platform/runtime/translate.ts'

/** Describes a fault of the configuration, and what to do about it. */
export const faultWords = ({ code, values }: Pick<ConfigFault, 'code' | 'values'>, locale: Locale): string =>
  translate(locale, `shop-config.fault.${code}`, values)
