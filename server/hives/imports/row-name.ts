import type { ImportMapping } from '#domain/hives/import.ts'
import { rowName } from '#domain/platform/csv-row.ts'

/** Returns whether a row is one of those that `only` of the mapping reads. */
export function createRowFilter({ only = [] }: Pick<ImportMapping, 'only'>): (cells: readonly string[]) => boolean {
  const named = only.flatMap(({ column, value }) =>
    typeof value === 'string' ? [{ column, name: rowName(value) }] : [],
  )
  return (cells) => named.every(({ column, name }) => rowName(cells[column] ?? '') === name)
}

/** Returns the scale that the names in a row lead to; undefined if they lead to none. */
export function createScaleFinder({
  columns,
  rows,
}: NonNullable<ImportMapping['names']>): (cells: readonly string[]) => number | undefined {
  const keyOf = (names: readonly string[]) => names.map(rowName).join('\n')
  const scales = new Map(rows.map(({ cells, scaleId }) => [keyOf(cells), scaleId]))
  return (cells) => scales.get(keyOf(columns.map((column) => cells[column] ?? '')))
}
