import { harmlessCell } from './csv-row.ts'
import type { Locale } from './locale.ts'

/** How a table of text is written for a language, so that a double click opens it correctly in a spreadsheet there. */
export type CsvStyle = { separator: ';' | ','; decimal: ',' | '.' }

export const csvStyle = (locale: Locale): CsvStyle =>
  locale === 'en' ? { separator: ',', decimal: '.' } : { separator: ';', decimal: ',' }

/** A cell with text that somebody typed: never a formula, quoted if necessary. */
export function csvText(text: string, { separator }: CsvStyle): string {
  const harmless = harmlessCell(text)
  return /["\r\n]/.test(harmless) || harmless.includes(separator) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

export const csvNumber = (value: number, { decimal }: CsvStyle): string =>
  decimal === '.' ? String(value) : String(value).replace('.', decimal)
