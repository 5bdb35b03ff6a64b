import { dayBegin, dayEnd } from '#domain/hives/day-begin.ts'
import {
  columnsAt,
  EXPORT_SCALES_MAXIMUM,
  type ExportColumn,
  type ExportFormat,
  type ExportLevel,
  isMeasure,
} from '#domain/insight/export.ts'
import type { Locale } from '#domain/platform/locale.ts'

/** The content of the form; days as `YYYY-MM-DD`, both inclusive. */
export type ExportDraft = {
  scaleIds: number[]
  period: { from: string; to: string }
  level: ExportLevel
  columns: ExportColumn[]
  timeZone: string
  format: ExportFormat
}
export type ExportFault = 'scales' | 'columns'

export function faultsOf({ scaleIds, columns, level }: ExportDraft): ExportFault[] {
  const allowed = columnsAt(level)
  return [
    ...(scaleIds.length === 0 || scaleIds.length > EXPORT_SCALES_MAXIMUM ? (['scales'] as const) : []),
    ...(level === 'history' || columns.some((column) => isMeasure(column) && allowed.includes(column))
      ? []
      : (['columns'] as const)),
  ]
}

/** The body of the job; its days are in the chosen time zone. */
export function exportBody({ scaleIds, period, columns, ...draft }: ExportDraft, language: Locale) {
  const moment = (seconds: number) => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')
  const allowed = columnsAt(draft.level)
  return {
    ...draft,
    type: 'EXPORT' as const,
    scales: scaleIds,
    ...(allowed.length > 0 && { columns: columns.filter((column) => allowed.includes(column)) }),
    from: moment(dayBegin(draft, period.from)),
    to: moment(dayEnd(draft, period.to)),
    language,
  }
}
