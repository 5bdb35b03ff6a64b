import type { Locale } from '#domain/platform/locale.ts'
import { intlOf, translate } from '../../../platform/runtime/translate.ts'

const ZONE = 'Europe/Zurich'
/** Amounts as written on bills in Switzerland, whatever the language: 1'234.50. */
const amounts = new Intl.NumberFormat('de-CH', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const methods = ['card', 'twint', 'prepayment'] as const

export type PaperWords = ReturnType<typeof paperWords>

/** The recipient: the language, and the country whose number format is used. */
type Addressed = { language: Locale; customer: { country?: string | undefined } }

/** The texts of an order's papers and mails; money in Rappen, rates in hundredths of a percent. */
export const paperWords = ({ language, customer: { country } }: Addressed) => {
  const reader = { language, country }
  return {
    language,
    text: (id: string, values?: Record<string, string | number>): string => translate(reader, id, values),
    number: (value: number): string => intlOf(reader).formatNumber(value),
    amount: (rappen: number): string => amounts.format(rappen / 100).replaceAll('’', "'"),
    percent: (rate: number): string =>
      intlOf(reader).formatNumber(rate / 10_000, { style: 'percent', maximumFractionDigits: 2 }),
    date: (ms: number): string => intlOf(reader).formatDate(ms, { dateStyle: 'long', timeZone: ZONE }),
    method: (method: string): string =>
      translate(reader, `order-document.method.${methods.find((known) => known === method) ?? 'other'}`),
    /** Empty for Switzerland, where the shop is. */
    country: (code: string): string =>
      code.toLowerCase() === 'ch'
        ? ''
        : (new Intl.DisplayNames(language, { type: 'region' }).of(code.toUpperCase()) ?? code),
  }
}
