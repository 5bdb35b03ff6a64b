import type { ImportMapping } from '#domain/hives/import.ts'

const plain = /^[!-~]+( [!-~]+)*$/

/** The name that a cell holds; names that look the same are the same. */
export const rowName = (cell: string): string =>
  plain.test(cell) ? cell : cell.normalize('NFC').replace(/\s+/gu, ' ').trim()

/** Returns whether a row is one of those that the mapping reads. */
export function createRowFilter({ only = [] }: Pick<ImportMapping, 'only'>): (cells: readonly string[]) => boolean {
  const named = only.flatMap(({ column, value }) =>
    typeof value === 'string' ? [{ column, name: rowName(value) }] : [],
  )
  return (cells) => named.every(({ column, name }) => rowName(cells[column] ?? '') === name)
}
