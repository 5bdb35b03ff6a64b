import { formatMoney } from '#domain/shop/format-money.ts'
import { useIntl } from './intl.tsx'

/** Returns a function that formats an amount in Rappen. */
export function useMoney(): (rappen: number, currency?: string) => string {
  const { locale } = useIntl()
  return (rappen, currency) => formatMoney(rappen, locale, currency)
}

export function Money({ rappen, currency }: { rappen: number; currency?: string }) {
  return useMoney()(rappen, currency)
}
