import { harmlessCell } from './csv-row.ts'
import type { Locale } from './locale.ts'

/** How a table of text is written where a language is spoken, so that a spreadsheet there opens it by a double click. */
export type CsvStyle = { separator: ';' | ','; decimal: ',' | '.' }

export const csvStyle = (locale: Locale): CsvStyle =>
  locale === 'en' ? { separator: ',', decimal: '.' } : { separator: ';', decimal: ',' }

/** A cell with words that somebody typed: never a formula, quoted where it must be. */
export function csvText(text: string, { separator }: CsvStyle): string {
  const harmless = harmlessCell(text)
  return /["\r\n]/.test(harmless) || harmless.includes(separator) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

export const csvNumber = (value: number, { decimal }: CsvStyle): string =>
  decimal === '.' ? String(value) : String(value).replace('.', decimal)
