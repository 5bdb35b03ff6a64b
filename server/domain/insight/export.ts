import * as v from 'valibot'
import { isTimeZone } from '../hives/local-clock.ts'
import { levels } from '../hives/tiles/timeline-tile.ts'
import { Locale } from '../platform/locale-schema.ts'
import { Day } from '../platform/moment.ts'

export const exportFormats = ['csv', 'xlsx', 'json'] as const
export const ExportFormat = v.picklist(exportFormats)
export type ExportFormat = v.InferOutput<typeof ExportFormat>

/** What was measured. Of a single reading there is no minimum, maximum and mean. */
export const exportMeasures = ['weight', 'weightMin', 'weightMax', 'weightMean', 'temperature', 'humidity'] as const
export type ExportMeasure = (typeof exportMeasures)[number]

/** What a row stands for: a reading, an hour or a day of them, or what was done at a hive and each visit that changed its weight. */
export const exportLevels = [...levels, 'history'] as const
export type ExportLevel = (typeof exportLevels)[number]

/** What may stand beside the time of readings, in the order of the table. */
export const exportColumns = ['utc', 'transmitter', 'scale', ...exportMeasures] as const
export const ExportColumn = v.picklist(exportColumns)
export type ExportColumn = v.InferOutput<typeof ExportColumn>

export const EXPORT_SCALES_MAXIMUM = 200
/** Days a file is kept. */
export const EXPORT_KEPT_DAYS = 7

const bucketMeasures: readonly ExportColumn[] = ['weightMin', 'weightMax', 'weightMean']

export const isMeasure = (column: ExportColumn): column is ExportMeasure =>
  (exportMeasures as readonly ExportColumn[]).includes(column)

/** The columns there are to choose from at a level. */
export const columnsAt = (level: ExportLevel): ExportColumn[] =>
  exportColumns.filter((column) => level !== 'history' && (level !== 'raw' || !bucketMeasures.includes(column)))

const chosenColumns = v.pipe(
  v.array(ExportColumn),
  v.check((columns) => columns.some(isMeasure), 'at least one measurement'),
  v.transform((columns) => exportColumns.filter((column) => columns.includes(column))),
)

/**
 * What an EXPORT job is about, beside its period. Its days, those it begins and ends with and the rows of `level` day, are those of `timeZone`, without one those of the
 * clocks at each place. The history has columns of its own. Without `language` the file is in that of the account: headings, and in a table of text the
 * decimal mark and what separates the cells.
 */
export const ExportInput = v.object({
  scales: v.pipe(
    v.array(v.pipe(v.number(), v.integer(), v.minValue(1))),
    v.minLength(1),
    v.maxLength(EXPORT_SCALES_MAXIMUM),
    v.transform((ids) => [...new Set(ids)]),
  ),
  level: v.optional(v.picklist(exportLevels), 'raw'),
  columns: v.optional(chosenColumns, ['transmitter', 'scale', 'weight', 'temperature', 'humidity']),
  timeZone: v.optional(v.pipe(v.string(), v.maxLength(60), v.check(isTimeZone, 'a time zone'))),
  format: v.optional(ExportFormat, 'csv'),
  language: v.optional(Locale),
})
export type ExportInput = v.InferOutput<typeof ExportInput>

const day = v.optional(v.nullable(Day), null)

/** The same as it is written down, with the ends of the period that were named as days, both counted in. */
export const PlannedExport = v.object({
  ...ExportInput.entries,
  days: v.optional(v.object({ from: day, to: day }), {}),
})
export type PlannedExport = v.InferOutput<typeof PlannedExport>

/** The `result` of an EXPORT job that is done. */
export const ExportResult = v.object({
  name: v.string(),
  bytes: v.number(),
  rows: v.number(),
  /** So many of the rows say that something is missing, as what is stored of it is damaged. */
  missing: v.optional(v.number(), 0),
  expires: v.pipe(v.string(), v.isoTimestamp()),
})
export type ExportResult = v.InferOutput<typeof ExportResult>
