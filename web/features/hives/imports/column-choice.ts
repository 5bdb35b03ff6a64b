import { type ImportMapping, ImportQuantity, type ImportUnit } from '#domain/hives/import.ts'
import { type CsvLayout, guessLayout } from '#domain/platform/csv-layout.ts'
import { type Separator, splitCsvRow } from '#domain/platform/csv-row.ts'
import type { DateOrder, DecimalMark } from '#domain/platform/csv-value.ts'

const SAMPLES = 3

/** What a column contains; a quantity is assigned to a scale. */
export type ColumnUse = 'nothing' | 'time' | 'clock' | ImportQuantity
export type ColumnChoice = { use: ColumnUse; scaleId: number | undefined }

/** The content of the form between upload and check. */
export type MappingChoice = {
  separator: Separator
  hasHeader: boolean
  decimal: DecimalMark
  dateOrder: DateOrder
  zone: string
  unit: ImportUnit
  columns: ColumnChoice[]
}

export type MappingFault = 'noTime' | 'noValues' | 'twice'

const isQuantity = (use: ColumnUse): use is ImportQuantity => ImportQuantity.options.includes(use as ImportQuantity)

/** Returns the choice that the file's layout suggests, with each column of values assigned to a different scale while there are any. */
export function chooseByLayout(
  lines: readonly string[],
  { scaleIds, zone, separator }: { scaleIds: readonly number[]; zone: string; separator?: Separator | undefined },
): MappingChoice {
  const layout: CsvLayout = guessLayout(lines, separator)
  const seen = { weight: 0, temperature: 0, humidity: 0 }
  const columns = layout.quantities.map((quantity, i): ColumnChoice => {
    if (i === layout.timeColumn) return { use: 'time', scaleId: undefined }
    if (i === layout.clockColumn) return { use: 'clock', scaleId: undefined }
    const scaleId = quantity === null ? undefined : scaleIds[seen[quantity]++]
    return scaleId === undefined || quantity === null
      ? { use: 'nothing', scaleId: scaleIds[0] }
      : { use: quantity, scaleId }
  })
  const { hasHeader, decimal, dateOrder } = layout
  return { separator: layout.separator, hasHeader, decimal, dateOrder, zone, unit: 'kg', columns }
}

/** Restores the form from a mapping that was sent before. */
export function chooseByMapping(mapping: ImportMapping, width: number): MappingChoice {
  const { timeColumn, clockColumn, columns, ...table } = mapping
  return {
    ...table,
    columns: Array.from({ length: width }, (_, i): ColumnChoice => {
      if (i === timeColumn) return { use: 'time', scaleId: undefined }
      if (i === clockColumn) return { use: 'clock', scaleId: undefined }
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
  const [timeColumn] = timeColumns
  if (timeColumn === undefined) return { fault: 'noTime' }
  if (values.length === 0) return { fault: 'noValues' }
  const places = new Set(values.map(({ scaleId, quantity }) => `${scaleId} ${quantity}`))
  if (timeColumns.length > 1 || clockColumns.length > 1 || places.size < values.length) return { fault: 'twice' }
  return { mapping: { ...table, timeColumn, clockColumn: clockColumns[0] ?? null, columns: values } }
}

/** Returns the columns of the first lines: their names, if the first row holds them, and some sample values. */
export function columnsOf(
  lines: readonly string[],
  { separator, hasHeader }: Pick<MappingChoice, 'separator' | 'hasHeader'>,
): { name: string; samples: string[] }[] {
  const rows = lines.map((line) => splitCsvRow(line, separator))
  const width = Math.max(0, ...rows.map((row) => row.length))
  const body = hasHeader ? rows.slice(1) : rows
  return Array.from({ length: width }, (_, i) => ({
    name: hasHeader ? (rows[0]?.[i] ?? '') : '',
    samples: [...new Set(body.flatMap((row) => (row[i] ? [row[i]] : [])))].slice(0, SAMPLES),
  }))
}
