import { languageOf } from '#domain/platform/format-locale.ts'
import { useIntl } from './intl.tsx'

/** An amount in Rappen: francs as they are written in Switzerland whatever the language, CHF 26’298.50; others as in the language there. */
export function useMoney(): (rappen: number, currency?: string) => string {
  const { locale } = useIntl()
  return (rappen, currency = 'chf') =>
    new Intl.NumberFormat(currency === 'chf' ? 'de-CH' : `${languageOf(locale)}-CH`, {
      style: 'currency',
      currency,
    }).format(rappen / 100)
}

export function Money({ rappen, currency }: { rappen: number; currency?: string }) {
  return useMoney()(rappen, currency)
}
