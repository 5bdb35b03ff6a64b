import { offsetOf } from '#domain/hives/local-midnight.ts'
import { csvNumber, csvStyle, csvText } from '#domain/platform/csv-text.ts'
import { translate } from '../../platform/runtime/translate.ts'
import type { ExportSeries, HistoryStyle } from './export-rows.ts'
import type { HistoryRow } from './history-rows.ts'
import { clockText, dateTimeText } from './row-writer.ts'
import { emptyCell, numberCell, rowText, sheetFormat, textCell, timeCell } from './sheet-text.ts'

/** The columns beside the time of a history row, in the order of the table. */
const columns = ['utc', 'transmitter', 'scale', 'until', 'kind', 'detail', 'amount', 'change', 'note'] as const

/** The headings in the language of the file, time first. */
export const historyHeadings = ({ language }: HistoryStyle, timeZone: string): string[] => [
  translate(language, 'export.heading.time', { timeZone }),
  ...columns.map((column) => translate(language, `export.heading.${column}`)),
]

/** Returns a function that writes one row of a hive's history as text of the file. JSON rows have codes instead of words, and end in a comma. */
export function createHistoryWriter(style: HistoryStyle, series: ExportSeries): (row: HistoryRow) => string {
  const offsetAt = offsetOf({ timeZone: series.timeZone })
  const localOf = (iso: string) => {
    const seconds = Math.floor(Date.parse(iso) / 1000)
    return { seconds, local: seconds + offsetAt(seconds) }
  }
  if (style.format === 'json') {
    const text = (iso: string) => {
      const { seconds, local } = localOf(iso)
      return clockText(local, local - seconds)
    }
    return ({ time, until, ...row }) =>
      `${JSON.stringify({
        ...{ time: text(time), scaleId: series.id, utc: `${dateTimeText(localOf(time).seconds)}Z` },
        ...{ transmitter: series.transmitter, scale: series.name, until: until && text(until), ...row },
      })},\n`
  }
  const cells = style.format === 'csv' ? csvCells(style) : sheetCells
  return (row) => {
    const { seconds, local } = localOf(row.time)
    const { language } = style
    return cells.row([
      cells.time(local),
      cells.utc(seconds),
      cells.text(series.transmitter),
      cells.text(series.name),
      row.until === null ? cells.none : cells.time(localOf(row.until).local),
      cells.text(row.kind === 'visit' ? translate(language, 'visit-screen.title') : kindText(style, row.kind)),
      row.detail ? cells.text(translate(language, `intervention-screen.detail.${row.detail}`)) : cells.none,
      row.amount === null ? cells.none : cells.number(row.amount),
      row.changes.length === 0 ? cells.none : cells.number(sumOf(row.changes)),
      cells.text(row.note),
    ])
  }
}

const kindText = ({ language }: HistoryStyle, kind: Exclude<HistoryRow['kind'], 'visit'>): string =>
  translate(language, `intervention.label.${kind}`)

/** The sum in kg, rounded to the gram. */
const sumOf = (changes: readonly number[]): number =>
  Math.round(changes.reduce((sum, change) => sum + change, 0) * 1000) / 1000

function csvCells({ language }: HistoryStyle) {
  const style = csvStyle(language)
  return {
    none: '',
    time: (local: number) => dateTimeText(local).replace('T', ' '),
    utc: (seconds: number) => `${dateTimeText(seconds)}Z`,
    text: (text: string) => csvText(text, style),
    number: (value: number) => csvNumber(value, style),
    row: (cells: string[]) => `${cells.join(style.separator)}\r\n`,
  }
}

const sheetCells = {
  none: emptyCell,
  time: (local: number) => timeCell(local, sheetFormat.time),
  utc: (seconds: number) => timeCell(seconds, sheetFormat.time),
  text: (text: string) => textCell(text),
  number: (value: number) => numberCell(value),
  row: rowText,
}
