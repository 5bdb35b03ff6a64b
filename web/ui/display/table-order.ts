export interface TableSort {
  column: string
  direction: 'ascending' | 'descending'
}

/** Reverses the direction of the same column, or sorts a new column in ascending order. */
export function nextSort(sort: TableSort | undefined, column: string): TableSort {
  const again = sort?.column === column && sort.direction === 'ascending'
  return { column, direction: again ? 'descending' : 'ascending' }
}

/** Returns a stably sorted copy: numbers by size, text by the rules of `locale`. Rows without a value come last in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  sortBy: (row: Row) => string | number | null,
  direction: TableSort['direction'],
  locale: string,
): Row[] {
  const collator = new Intl.Collator(locale, { numeric: true })
  const sign = direction === 'ascending' ? 1 : -1
  return rows
    .map((row) => ({ row, value: sortBy(row) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null)
      if (typeof a.value === 'number' && typeof b.value === 'number') return sign * (a.value - b.value)
      return sign * collator.compare(String(a.value), String(b.value))
    })
    .map(({ row }) => row)
}
