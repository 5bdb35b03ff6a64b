import { languageOf } from '../platform/format-locale.ts'

/**
 * An amount of hundredths in words for people: francs as they are written in Switzerland whatever the language, CHF 26’298.50; others as
 * in the language there. `locale`: a language or how it is written in a country, `de-AT`; `currency`: a code of ISO 4217.
 */
export const formatMoney = (rappen: number, locale: string, currency = 'chf'): string =>
  new Intl.NumberFormat(/^chf$/i.test(currency) ? 'de-CH' : `${languageOf(locale)}-CH`, {
    style: 'currency',
    currency,
  }).format(rappen / 100)
