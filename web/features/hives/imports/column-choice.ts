import {
  type ImportMapping,
  ImportQuantity,
  type ImportTemperatureUnit,
  type ImportUnit,
} from '#domain/hives/import.ts'
import { isTimeZone } from '#domain/hives/local-clock.ts'
import { namesIn, type Quantity, temperatureUnitIn, weightUnitIn, zoneIn } from '#domain/platform/csv-heading.ts'
import { type CsvLayout, guessLayout, splitTable } from '#domain/platform/csv-layout.ts'
import type { Separator } from '#domain/platform/csv-row.ts'
import { type DateOrder, type DecimalMark, parseWrittenTime } from '#domain/platform/csv-value.ts'

const SAMPLES = 3

/** What a column contains; a quantity is assigned to a scale, and a name says whose each row is. */
export type ColumnUse = 'nothing' | 'time' | 'clock' | 'name' | ImportQuantity
export type ColumnChoice = { use: ColumnUse; scaleId: number | undefined }

/** The content of the form between upload and check. */
export type MappingChoice = {
  separator: Separator
  hasHeader: boolean
  decimal: DecimalMark
  dateOrder: DateOrder
  zone: string
  unit: ImportUnit
  temperatureUnit: ImportTemperatureUnit
  columns: ColumnChoice[]
}

export type MappingFault = 'noTime' | 'noValues' | 'twice'

const isQuantity = (use: ColumnUse): use is ImportQuantity => ImportQuantity.options.includes(use as ImportQuantity)

/** Returns the choice that the file's layout suggests, with each column of values assigned to a different scale while there are any. */
export function chooseByLayout(
  lines: readonly string[],
  { scaleIds, zone, separator }: { scaleIds: readonly number[]; zone: string; separator?: Separator | undefined },
): MappingChoice {
  const layout = withDayNumbers(lines, guessLayout(lines, separator))
  const { hasHeader, decimal, dateOrder, headings } = layout
  const said = <Unit>(of: Quantity, unitIn: (heading: string) => Unit | undefined): Unit | undefined =>
    layout.quantities.flatMap((quantity, i) => (quantity === of ? (unitIn(headings[i]!) ?? []) : []))[0]
  const unit = said('weight', weightUnitIn) ?? 'kg'
  const temperatureUnit = said('temperature', temperatureUnitIn) ?? 'C'
  // a table may say the same in two units
  const isInUnit = (quantity: Quantity, heading: string): boolean =>
    quantity === 'weight'
      ? (weightUnitIn(heading) ?? unit) === unit
      : quantity === 'humidity' || (temperatureUnitIn(heading) ?? temperatureUnit) === temperatureUnit
  const seen = { weight: 0, temperature: 0, humidity: 0 }
  const columns = layout.quantities.map((quantity, i): ColumnChoice => {
    if (i === layout.timeColumn) return { use: 'time', scaleId: undefined }
    if (i === layout.clockColumn) return { use: 'clock', scaleId: undefined }
    const scaleId = quantity !== null && isInUnit(quantity, headings[i]!) ? scaleIds[seen[quantity]++] : undefined
    return scaleId === undefined || quantity === null
      ? { use: 'nothing', scaleId: scaleIds[0] }
      : { use: quantity, scaleId }
  })
  const saidZone = layout.timeColumn === null ? undefined : zoneIn(headings[layout.timeColumn]!)
  return {
    separator: layout.separator,
    hasHeader,
    decimal,
    dateOrder,
    zone: saidZone && isTimeZone(saidZone) ? saidZone : zone,
    unit,
    temperatureUnit,
    columns,
  }
}

const timeWords = /date|datum|time|zeit|fecha|hora|heure|day|tag|jour|día/i

/** Day numbers of spreadsheets are only told from other numbers by the heading, and if no other column holds dates. */
function withDayNumbers(lines: readonly string[], layout: CsvLayout): CsvLayout {
  if (layout.timeColumn !== null) return layout
  const timeColumn = columnsOf(lines, layout).findIndex(
    ({ name, samples }) => timeWords.test(name) && samples.every((cell) => parseWrittenTime(cell, 'serial')),
  )
  return timeColumn < 0 ? layout : { ...layout, timeColumn, dateOrder: 'serial' }
}

/** Restores the form from a mapping that was sent before. Whose rows it read is asked again, since the columns may change. */
export function chooseByMapping(mapping: ImportMapping, width: number): MappingChoice {
  const { timeColumn, clockColumn, columns, only = [], names, ...table } = mapping
  const named = [...only.flatMap(({ column, value }) => (value === null ? [] : [column])), ...(names?.columns ?? [])]
  return {
    ...table,
    columns: Array.from({ length: width }, (_, i): ColumnChoice => {
      if (i === timeColumn) return { use: 'time', scaleId: undefined }
      if (i === clockColumn) return { use: 'clock', scaleId: undefined }
      if (named.includes(i)) return { use: 'name', scaleId: undefined }
      const chosen = columns.find(({ column }) => column === i)
      return chosen ? { use: chosen.quantity, scaleId: chosen.scaleId } : { use: 'nothing', scaleId: undefined }
    }),
  }
}

/** Returns the mapping for the server, or why it would be refused. */
export function mappingOf({ columns, ...table }: MappingChoice): { mapping: ImportMapping } | { fault: MappingFault } {
  const timeColumns = columns.flatMap(({ use }, i) => (use === 'time' ? [i] : []))
  const clockColumns = columns.flatMap(({ use }, i) => (use === 'clock' ? [i] : []))
  const values = columns.flatMap(({ use, scaleId }, column) =>
    isQuantity(use) && scaleId !== undefined ? [{ column, scaleId, quantity: use }] : [],
  )
  const only = columns.flatMap(({ use }, column) => (use === 'name' ? [{ column }] : []))
  const [timeColumn] = timeColumns
  if (timeColumn === undefined) return { fault: 'noTime' }
  if (values.length === 0) return { fault: 'noValues' }
  const places = new Set(values.map(({ scaleId, quantity }) => `${scaleId} ${quantity}`))
  if (timeColumns.length > 1 || clockColumns.length > 1 || places.size < values.length) return { fault: 'twice' }
  const clockColumn = clockColumns[0] ?? null
  return { mapping: { ...table, timeColumn, clockColumn, columns: values, ...(only.length > 0 && { only }) } }
}

/** Returns the columns of the first lines: their names, if rows above the readings hold them, and some sample values. */
export function columnsOf(
  lines: readonly string[],
  { separator, hasHeader }: Pick<MappingChoice, 'separator' | 'hasHeader'>,
): { name: string; samples: string[] }[] {
  const { head, body } = splitTable(lines, separator)
  const rows = [...head, ...body]
  const names = hasHeader ? namesIn(head.length > 0 ? head : rows.slice(0, 1)) : []
  const readings = hasHeader ? rows.slice(Math.max(1, head.length)) : rows
  const width = Math.max(0, ...rows.map((row) => row.length))
  return Array.from({ length: width }, (_, i) => ({
    name: names[i] ?? '',
    samples: [...new Set(readings.flatMap((row) => (row[i] ? [row[i]] : [])))].slice(0, SAMPLES),
  }))
}
