/** Formats a field's value. */
export const valueText = (value: unknown): string =>
  value === null || value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value)

type Fields = Record<string, unknown> | null

/** Returns the fields of a change with their old and new values. */
export function changedRows(before: Fields, after: Fields): { field: string; before: string; after: string }[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return fields.map((field) => ({ field, before: valueText(before?.[field]), after: valueText(after?.[field]) }))
}

/** Returns a change as one line; `nameOf` gives a field's label. */
export function changeLine(before: Fields, after: Fields, nameOf: (field: string) => string, maximum = 80): string {
  const line = changedRows(before, after)
    .map(({ field, before: was, after: is }) =>
      before && after ? `${nameOf(field)}: ${was} → ${is}` : `${nameOf(field)}: ${after ? is : was}`,
    )
    .join(', ')
  return line.length > maximum ? `${line.slice(0, maximum)}…` : line
}
