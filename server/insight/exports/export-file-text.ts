import { csvStyle, csvText } from '#domain/platform/csv-text.ts'
import type { Locale } from '#domain/platform/locale.ts'
import type { ExportReading } from './read-export.ts'

const BYTE_ORDER_MARK = '\ufeff'

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
