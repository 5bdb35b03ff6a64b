import type { PublicShopConfig } from '#domain/shop/shop-config.ts'
import { useIntl } from '../../../i18n/intl.tsx'

/** Names the countries that goods are sent to, in one text; empty until they are known. */
export function useDeliveryCountries(config: Pick<PublicShopConfig, 'deliveryCountries'> | undefined): string {
  const intl = useIntl()
  const countries = config?.deliveryCountries ?? []
  return intl.formatList(
    countries.map((code) => intl.formatDisplayName(code.toUpperCase(), { type: 'region' }) ?? code),
  )
}
