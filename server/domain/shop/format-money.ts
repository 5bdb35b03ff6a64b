import { languageOf } from '../platform/format-locale.ts'

/**
 * Formats an amount in hundredths for people: francs the Swiss way in every language, CHF 26’298.50; other currencies by the language as
 * used in Switzerland. `locale`: a language, or a language in a country such as `de-AT`; `currency`: an ISO 4217 code.
 */
export const formatMoney = (rappen: number, locale: string, currency = 'chf'): string =>
  new Intl.NumberFormat(/^chf$/i.test(currency) ? 'de-CH' : `${languageOf(locale)}-CH`, {
    style: 'currency',
    currency,
  }).format(rappen / 100)
