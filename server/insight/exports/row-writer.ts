import { rememberOffsets } from '#domain/hives/local-clock.ts'
import { offsetOf } from '#domain/hives/local-midnight.ts'
import { ABSENT } from '#domain/hives/tiles/timeline-tile.ts'
import { celsiusFromCenti, kgFromGrams, percentFromPermille } from '#domain/hives/units.ts'
import { type ExportColumn, type ExportMeasure, isMeasure } from '#domain/insight/export.ts'
import { csvNumber, csvStyle, csvText } from '#domain/platform/csv-text.ts'
import type { ExportRows, ExportSeries, ExportStyle } from './export-rows.ts'
import { emptyCell, numberCell, rowText, sheetFormat, textCell, timeCell } from './sheet-text.ts'

const units: Record<ExportMeasure, (stored: number) => number> = {
  weight: kgFromGrams,
  weightMin: kgFromGrams,
  weightMax: kgFromGrams,
  weightMean: kgFromGrams,
  temperature: celsiusFromCenti,
  humidity: percentFromPermille,
}

/** One row: its time in epoch seconds and in local time, and the measures in the order of the columns. */
type Row = { time: number; local: number; values: (number | null)[] }
type WriteRow = (row: Row) => string

/** Returns a function that writes rows of one scale as text of a file; JSON rows end in a comma. */
export function createRowWriter(style: ExportStyle, series: ExportSeries): (rows: ExportRows) => string {
  const writers = { csv: csvRow, xlsx: sheetRow, json: jsonRow }
  const write = writers[style.format](style, series)
  const measures = style.columns.filter(isMeasure)
  const offsetAt = rememberOffsets(offsetOf({ timeZone: series.timeZone }))
  return ({ time, columns }) => {
    let text = ''
    for (let i = 0; i < time.length; i++) {
      const values = measures.map((measure, at) => {
        const stored = columns[at]![i]!
        return stored === ABSENT ? null : units[measure](stored)
      })
      text += write({ time: time[i]!, local: time[i]! + offsetAt(time[i]!), values })
    }
    return text
  }
}

const isoText = (seconds: number, length: number): string => new Date(seconds * 1000).toISOString().slice(0, length)
const DATE = 10
const TIME = 19
/** Epoch seconds, or local seconds, as `2026-05-10T11:00:00`. */
export const dateTimeText = (seconds: number): string => isoText(seconds, TIME)
/** A local time with its offset from UTC, both in seconds. */
export const clockText = (local: number, offset: number): string => dateTimeText(local) + offsetText(offset)

/** The cells beside the time, in the order of the columns; `cell` gets the row's values for the measures one after the other, else null. */
function cellsOf<Cell>(
  columns: readonly ExportColumn[],
  row: Row,
  cell: (column: ExportColumn, value: number | null) => Cell,
) {
  let at = 0
  return columns.map((column) => cell(column, isMeasure(column) ? row.values[at++]! : null))
}

function csvRow({ columns, level, language }: ExportStyle, { transmitter, name }: ExportSeries): WriteRow {
  const style = csvStyle(language)
  const words = { transmitter: csvText(transmitter, style), scale: csvText(name, style) }
  return (row) => {
    const time = level === 'day' ? isoText(row.local, DATE) : dateTimeText(row.local).replace('T', ' ')
    const cells = cellsOf(columns, row, (column, value) => {
      if (column === 'utc') return `${dateTimeText(row.time)}Z`
      if (column === 'transmitter' || column === 'scale') return words[column]
      return value === null ? '' : csvNumber(value, style)
    })
    return `${[time, ...cells].join(style.separator)}\r\n`
  }
}

function sheetRow({ columns, level }: ExportStyle, { transmitter, name }: ExportSeries): WriteRow {
  const words = { transmitter: textCell(transmitter), scale: textCell(name) }
  const format = level === 'day' ? sheetFormat.date : sheetFormat.time
  return (row) => {
    const cells = cellsOf(columns, row, (column, value) => {
      if (column === 'utc') return timeCell(row.time, sheetFormat.time)
      if (column === 'transmitter' || column === 'scale') return words[column]
      return value === null ? emptyCell : numberCell(value)
    })
    return rowText([timeCell(row.local, format), ...cells])
  }
}

function jsonRow({ columns, level }: ExportStyle, { id, transmitter, name }: ExportSeries): WriteRow {
  const words = { transmitter, scale: name }
  return (row) => {
    const entries = cellsOf(columns, row, (column, value): [string, unknown] => {
      if (column === 'utc') return [column, `${dateTimeText(row.time)}Z`]
      if (column === 'transmitter' || column === 'scale') return [column, words[column]]
      return [column, value]
    })
    const time = level === 'day' ? isoText(row.local, DATE) : clockText(row.local, row.local - row.time)
    return `${JSON.stringify({ time, scaleId: id, ...Object.fromEntries(entries) })},\n`
  }
}

function offsetText(seconds: number): string {
  const minutes = Math.abs(seconds) / 60
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${seconds < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}
