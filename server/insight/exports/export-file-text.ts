import { exportMeasures } from '#domain/insight/export.ts'
import { csvStyle, csvText } from '#domain/platform/csv-text.ts'
import type { Locale } from '#domain/platform/locale.ts'
import { translate } from '../../platform/runtime/translate.ts'
import type { ExportReading } from './read-export.ts'
import type { ExportStyle } from './read-export-part.ts'

const BYTE_ORDER_MARK = '\ufeff'

/** The column headings in the language of the file, time first. */
export function headingsOf({ columns, language, level }: ExportStyle, timeZone: string): string[] {
  const time = translate(language, level === 'day' ? 'export.heading.date' : 'export.heading.time', { timeZone })
  const isWeightAlone = !columns.some((column) => (exportMeasures.slice(1, 4) as readonly string[]).includes(column))
  return [
    time,
    ...columns.map((column) => {
      const id = column === 'weight' && level !== 'raw' && !isWeightAlone ? 'weightLast' : column
      return translate(language, `export.heading.${id}`)
    }),
  ]
}

/** A text table that spreadsheets open directly. */
export async function* csvFile(reading: ExportReading, language: Locale): AsyncGenerator<string | Uint8Array> {
  const csv = csvStyle(language)
  const headings = reading.headings.map((heading) => csvText(heading, csv))
  yield `${BYTE_ORDER_MARK}${headings.join(csv.separator)}\r\n`
  for (const { parts } of reading.series) for (const part of parts) yield (await part.file()).bytes
}

/** A single array of objects. */
export async function* jsonFile(reading: ExportReading): AsyncGenerator<string | Uint8Array> {
  let between = '[\n'
  for (const { parts } of reading.series) {
    for (const part of parts) {
      const { bytes, rows } = await part.file()
      if (rows === 0) continue
      yield between
      yield bytes.subarray(0, -',\n'.length)
      between = ',\n'
    }
  }
  yield between === ',\n' ? '\n]\n' : '[]\n'
}
