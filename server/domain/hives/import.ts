import * as v from 'valibot'
import { rowName, separators } from '../platform/csv-row.ts'
import { DateOrder, DecimalMark } from '../platform/csv-value.ts'
import { isTimeZone } from './local-clock.ts'

export const IMPORT_MAXIMUM_BYTES = 200 * 1024 * 1024
/** The media type of a workbook (.xlsx). */
export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
/** The media type of a workbook of LibreOffice (.ods). */
export const OPEN_WORKBOOK_TYPE = 'application/vnd.oasis.opendocument.spreadsheet'
/** The most faulty cells that a check lists; it counts all of them. */
export const LISTED_FAULTS = 100
/** The most columns of a table that can be read. */
export const IMPORT_COLUMNS_MAXIMUM = 200
/** Longer cells are text and no names. */
export const ROW_NAME_MAXIMUM = 200
/** The most names that a check lists. */
export const LISTED_NAMES = 200

/**
 * `uploaded`: the columns are not yet assigned; `checking`, `checked`: nothing is stored yet; `importing`, `imported`; `undoing`, `undone`;
 * `failed`: the file could not be read.
 */
export const ImportStatus = v.picklist([
  'uploaded',
  'checking',
  'checked',
  'importing',
  'imported',
  'undoing',
  'undone',
  'failed',
])
export type ImportStatus = v.InferOutput<typeof ImportStatus>

export const ImportQuantity = v.picklist(['weight', 'temperature', 'humidity'])
export type ImportQuantity = v.InferOutput<typeof ImportQuantity>
export const ImportUnit = v.picklist(['kg', 'g', 'lb'])
export type ImportUnit = v.InferOutput<typeof ImportUnit>
export const ImportTemperatureUnit = v.picklist(['C', 'F'])
export type ImportTemperatureUnit = v.InferOutput<typeof ImportTemperatureUnit>

const NAME_COLUMNS_MAXIMUM = 8
const column = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(IMPORT_COLUMNS_MAXIMUM - 1))

const name = v.pipe(v.string(), v.maxLength(ROW_NAME_MAXIMUM))

/**
 * Names that lead to a scale each, one cell for each of the columns that hold them; rows with other names are left out. `quantity`: what
 * the column of values holds in the rows of a name, if that is not the same in all rows.
 */
const ScalesByName = v.pipe(
  v.object({
    columns: v.pipe(v.array(column), v.minLength(1), v.maxLength(NAME_COLUMNS_MAXIMUM)),
    rows: v.pipe(
      v.array(v.object({ cells: v.array(name), scaleId: v.number(), quantity: v.optional(ImportQuantity) })),
      v.minLength(1),
      v.maxLength(LISTED_NAMES),
    ),
  }),
  v.check(({ columns, rows }) => rows.every(({ cells }) => cells.length === columns.length), 'a cell for each column'),
  v.check(
    ({ rows }) => new Set(rows.map(({ cells }) => JSON.stringify(cells.map(rowName)))).size === rows.length,
    'a name leads to one scale',
  ),
)

/**
 * How to read the rows. Columns count from 0; `zone` applies to times that do not name one, the units to values without one. `only` leaves
 * out rows that have another name in these columns; with null, all names are read, as they belong together, and without a value, the check
 * lists the names. With `names`, the scale of `columns` gives way to the one that a row's name leads to, and so does the quantity if the name
 * has one.
 */
export const ImportMapping = v.pipe(
  v.object({
    separator: v.picklist(separators),
    hasHeader: v.boolean(),
    decimal: DecimalMark,
    dateOrder: DateOrder,
    zone: v.pipe(v.string(), v.maxLength(60), v.check(isTimeZone, 'a time zone')),
    timeColumn: column,
    clockColumn: v.nullable(column),
    unit: v.optional(ImportUnit, 'kg'),
    temperatureUnit: v.optional(ImportTemperatureUnit, 'C'),
    columns: v.pipe(
      v.array(v.object({ column, scaleId: v.number(), quantity: ImportQuantity })),
      v.minLength(1),
      v.maxLength(IMPORT_COLUMNS_MAXIMUM),
    ),
    only: v.optional(
      v.pipe(v.array(v.object({ column, value: v.optional(v.nullable(name)) })), v.maxLength(IMPORT_COLUMNS_MAXIMUM)),
    ),
    names: v.optional(ScalesByName),
  }),
  v.check(({ columns, timeColumn, clockColumn, only = [], names }) => {
    const clocks = clockColumn === null ? [timeColumn] : [timeColumn, clockColumn]
    const used = [...clocks, ...[...columns, ...only].map((one) => one.column), ...(names?.columns ?? [])]
    return new Set(used).size === used.length
  }, 'a column stands for one thing'),
  v.check(
    ({ columns }) => new Set(columns.map(({ scaleId, quantity }) => `${scaleId} ${quantity}`)).size === columns.length,
    'a scale gets each quantity from one column',
  ),
  v.check(
    ({ columns, names }) => !names || new Set(columns.map(({ scaleId }) => scaleId)).size === 1,
    'where names lead to scales, the columns are those of one scale',
  ),
  v.check(
    ({ columns, names }) => columns.length === 1 || !names?.rows.some(({ quantity }) => quantity),
    'where names lead to quantities, one column holds the values',
  ),
  v.check(({ columns: [first], names: { rows } = { rows: [] } }) => {
    const places = new Set(rows.map(({ scaleId, quantity = first?.quantity }) => `${scaleId} ${quantity}`))
    return places.size === rows.length
  }, 'a scale gets each quantity from the rows of one name'),
)
export type ImportMapping = v.InferOutput<typeof ImportMapping>

/** The scales that receive readings. */
export const scaleIdsOf = ({ columns, names }: Pick<ImportMapping, 'columns' | 'names'>): number[] => [
  ...new Set((names?.rows ?? columns).map(({ scaleId }) => scaleId)),
]

export const ImportPreviewBody = v.object({ mapping: ImportMapping })
/** `mapping`: that of the check whose findings are confirmed; without it, those of the last check are. */
export const ImportConfirmBody = v.object({ mapping: v.optional(ImportMapping) })

export const ImportFault = v.picklist([
  'time_missing',
  'time_invalid',
  'time_in_future',
  'time_before_start',
  'time_too_old',
  'weight_invalid',
  'weight_out_of_range',
  'temperature_invalid',
  'temperature_out_of_range',
  'temperature_power_on',
  'temperature_unplugged',
  'humidity_invalid',
  'humidity_out_of_range',
  'values_missing',
])
export type ImportFault = v.InferOutput<typeof ImportFault>

/** Why a file was not read to the end. */
export const ImportProblem = v.picklist([
  'quote_open',
  'row_too_long',
  'file_gone',
  'day_damaged',
  'undo_day_damaged',
  'interrupted',
  'given_away',
])
export type ImportProblem = v.InferOutput<typeof ImportProblem>

const seconds = v.nullable(v.number())

/**
 * The result of a check. Counts are of readings (a row has one for each scale), `rows` of lines with content. `curve`: a sample of the
 * weights in kg by epoch seconds, in the order of the file. `names`: a column that says whose the rows are, if it names several, which
 * would be mixed; nothing can be stored until `only` of the mapping chooses one or all of them, or `names` gives each a scale. The names
 * with the most rows come first; `of`: the cells of `names` of the mapping in their rows.
 */
export const ImportFindings = v.object({
  rows: v.number(),
  readings: v.number(),
  duplicates: v.number(),
  rejected: v.number(),
  faults: v.array(v.object({ line: v.number(), column: v.nullable(v.number()), value: v.string(), code: ImportFault })),
  scales: v.array(
    v.object({
      scaleId: v.number(),
      readings: v.number(),
      from: seconds,
      to: seconds,
      weightMin: v.nullable(v.number()),
      weightMax: v.nullable(v.number()),
      curve: v.object({ time: v.array(v.number()), weight: v.array(v.number()) }),
    }),
  ),
  names: v.optional(
    v.object({
      column: v.number(),
      values: v.array(v.object({ value: v.string(), rows: v.number(), of: v.optional(v.array(v.string())) })),
      isComplete: v.boolean(),
    }),
  ),
})
export type ImportFindings = v.InferOutput<typeof ImportFindings>

/** An import in a list. `progress` from 0 to 1 while it is being worked on; `rowNames`: the names whose rows alone are read. */
export const ImportSummary = v.object({
  id: v.number(),
  name: v.string(),
  rowNames: v.optional(v.array(v.string())),
  bytes: v.number(),
  status: ImportStatus,
  progress: v.nullable(v.number()),
  readings: v.number(),
  duplicates: v.number(),
  problem: v.nullable(ImportProblem),
  createdAt: v.string(),
  finishedAt: v.nullable(v.string()),
})
export type ImportSummary = v.InferOutput<typeof ImportSummary>

/** An import with the first lines of its file, unparsed, and the result of the check. */
export const Import = v.object({
  ...ImportSummary.entries,
  encoding: v.string(),
  lines: v.array(v.string()),
  mapping: v.nullable(ImportMapping),
  findings: v.nullable(ImportFindings),
})
export type Import = v.InferOutput<typeof Import>
export const ImportReply = v.object({ message: v.string(), ...Import.entries })
