import type { ImportMapping } from '#domain/hives/import.ts'
import { rowName } from '#domain/platform/csv-row.ts'

/** Returns whether a row is one of those that `only` of the mapping reads. */
export function createRowFilter({ only = [] }: Pick<ImportMapping, 'only'>): (cells: readonly string[]) => boolean {
  const named = only.flatMap(({ column, value }) =>
    typeof value === 'string' ? [{ column, name: rowName(value) }] : [],
  )
  return (cells) => named.every(({ column, name }) => rowName(cells[column] ?? '') === name)
}

type ScalesByName = NonNullable<ImportMapping['names']>

/** Returns where the names in a row lead to; undefined if they lead nowhere. */
export function createRowGuide({
  columns,
  rows,
}: ScalesByName): (cells: readonly string[]) => ScalesByName['rows'][number] | undefined {
  const keyOf = (names: readonly string[]) => names.map(rowName).join('\n')
  const byNames = new Map(rows.map((row) => [keyOf(row.cells), row]))
  return (cells) => byNames.get(keyOf(columns.map((column) => cells[column] ?? '')))
}
