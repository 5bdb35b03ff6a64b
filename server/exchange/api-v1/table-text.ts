import { csvText } from '#domain/platform/csv-text.ts'

export type TableFormat = 'json' | 'csv'
export type Row = Record<string, string | number | null>

const style = { separator: ',', decimal: '.' } as const

const cell = (value: string | number | null | undefined): string =>
  typeof value === 'number' ? String(value) : csvText(value ?? '', style)

/** Rows as JSON, or as CSV with a header line that spreadsheets can read without settings: commas, decimal points, ISO times. */
export function tableText(
  rows: readonly Row[],
  { columns, format, nextCursor }: { columns: readonly string[]; format: TableFormat; nextCursor: string | null },
): string {
  if (format === 'json') return JSON.stringify({ items: rows, nextCursor })
  const lines = rows.map((row) => columns.map((column) => cell(row[column])).join(','))
  return `${[columns.join(','), ...lines].join('\r\n')}\r\n`
}
