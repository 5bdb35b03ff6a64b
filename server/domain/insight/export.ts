import * as v from 'valibot'
import { isTimeZone } from '../hives/local-clock.ts'
import { levels } from '../hives/tiles/timeline-tile.ts'
import { Locale } from '../platform/locale-schema.ts'
import { Day } from '../platform/moment.ts'

export const exportFormats = ['csv', 'xlsx', 'json'] as const
export const ExportFormat = v.picklist(exportFormats)
export type ExportFormat = v.InferOutput<typeof ExportFormat>

/** The exported values. Single readings have no minimum, maximum or mean. */
export const exportMeasures = ['weight', 'weightMin', 'weightMax', 'weightMean', 'temperature', 'humidity'] as const
export type ExportMeasure = (typeof exportMeasures)[number]

/** What a row stands for: a reading, an hour or a day of them, or (`history`) an intervention or a visit that changed a hive's weight. */
export const exportLevels = [...levels, 'history'] as const
export type ExportLevel = (typeof exportLevels)[number]

/** The columns that can be added to the time of readings, in the order of the table. */
export const exportColumns = ['utc', 'transmitter', 'scale', ...exportMeasures] as const
export const ExportColumn = v.picklist(exportColumns)
export type ExportColumn = v.InferOutput<typeof ExportColumn>

export const EXPORT_SCALES_MAXIMUM = 200
/** How many days a file is kept. */
export const EXPORT_KEPT_DAYS = 7

const bucketMeasures: readonly ExportColumn[] = ['weightMin', 'weightMax', 'weightMean']

export const isMeasure = (column: ExportColumn): column is ExportMeasure =>
  (exportMeasures as readonly ExportColumn[]).includes(column)

/** The columns available at a level. */
export const columnsAt = (level: ExportLevel): ExportColumn[] =>
  exportColumns.filter((column) => level !== 'history' && (level !== 'raw' || !bucketMeasures.includes(column)))

const chosenColumns = v.pipe(
  v.array(ExportColumn),
  v.check((columns) => columns.some(isMeasure), 'at least one measurement'),
  v.transform((columns) => exportColumns.filter((column) => columns.includes(column))),
)

const scales = v.pipe(
  v.array(v.pipe(v.number(), v.integer(), v.minValue(1))),
  v.minLength(1),
  v.maxLength(EXPORT_SCALES_MAXIMUM),
  v.transform((ids) => [...new Set(ids)]),
)

/**
 * The input of an EXPORT job, besides its period; without `scales`, the transmitter that the job names stands for all of its own. Days (those that bound the period, and the rows of level `day`) are in `timeZone`, or by
 * the clocks of each place if there is none. The history has columns of its own. `language` defaults to the account's: it applies to the
 * headings and, in a table of text, to the decimal mark and the separator.
 */
export const ExportInput = v.object({
  scales: v.optional(scales),
  level: v.optional(v.picklist(exportLevels), 'raw'),
  columns: v.optional(chosenColumns, ['transmitter', 'scale', 'weight', 'temperature', 'humidity']),
  timeZone: v.optional(v.pipe(v.string(), v.maxLength(60), v.check(isTimeZone, 'a time zone'))),
  format: v.optional(ExportFormat, 'csv'),
  language: v.optional(Locale),
})
export type ExportInput = v.InferOutput<typeof ExportInput>

const day = v.optional(v.nullable(Day), null)

/** The same as it is stored, with its scales and the ends of the period that were given as days, both inclusive. */
export const PlannedExport = v.object({
  ...ExportInput.entries,
  scales,
  days: v.optional(v.object({ from: day, to: day }), {}),
})
export type PlannedExport = v.InferOutput<typeof PlannedExport>

/** The `result` of a finished EXPORT job. */
export const ExportResult = v.object({
  name: v.string(),
  bytes: v.number(),
  rows: v.number(),
  /** The number of rows that say that something is missing because stored data are damaged. */
  missing: v.optional(v.number(), 0),
  expires: v.pipe(v.string(), v.isoTimestamp()),
})
export type ExportResult = v.InferOutput<typeof ExportResult>
