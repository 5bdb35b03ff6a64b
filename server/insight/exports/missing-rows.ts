import { offsetOf } from '#domain/hives/local-midnight.ts'
import { csvStyle, csvText } from '#domain/platform/csv-text.ts'
import { translate } from '../../platform/runtime/translate.ts'
import type { ExportSeries, ExportStyle } from './export-rows.ts'
import { rowText, textCell } from './sheet-text.ts'

/** Epoch seconds, `to` exclusive. */
export type MissingSpan = { from: number; to: number }

/** Returns a function that writes the row telling what is missing from a file because its stored data is damaged. JSON rows end in a comma. */
export function createMissingWriter(
  { format, language }: ExportStyle,
  { id, transmitter, name, timeZone }: ExportSeries,
): (span: MissingSpan) => string {
  const offsetAt = offsetOf({ timeZone })
  const local = (seconds: number) =>
    new Date((seconds + offsetAt(seconds)) * 1000).toISOString().slice(0, 16).replace('T', ' ')
  const iso = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
  return ({ from, to }) => {
    if (format === 'json') {
      return `${JSON.stringify({ scaleId: id, transmitter, scale: name, missing: { from: iso(from), to: iso(to), reason: 'damaged' } })},\n`
    }
    const words = translate(language, 'export.missing', { name, transmitter, from: local(from), to: local(to) })
    return format === 'csv' ? `${csvText(words, csvStyle(language))}\r\n` : rowText([textCell(words)])
  }
}
