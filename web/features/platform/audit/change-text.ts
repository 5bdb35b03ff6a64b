/** Formats a field's value. */
const valueText = (value: unknown): string =>
  value === null || value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value)

/** Fields of orders in Rappen. */
const amounts: ReadonlySet<string> = new Set(['discount', 'paid'])

type Fields = Record<string, unknown> | null
/** Formats an amount in Rappen. */
type Money = (rappen: number) => string

/** Returns the fields of a change with their old and new values. */
export function changedRows(
  before: Fields,
  after: Fields,
  money: Money,
): { field: string; before: string; after: string }[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  const text = (field: string, value: unknown) =>
    typeof value === 'number' && amounts.has(field) ? money(value) : valueText(value)
  return fields.map((field) => ({ field, before: text(field, before?.[field]), after: text(field, after?.[field]) }))
}

/** Returns a change as one line; `nameOf` gives a field's label. */
export function changeLine(
  before: Fields,
  after: Fields,
  { nameOf, money }: { nameOf: (field: string) => string; money: Money },
  maximum = 80,
): string {
  const line = changedRows(before, after, money)
    .map(({ field, before: was, after: is }) =>
      before && after ? `${nameOf(field)}: ${was} → ${is}` : `${nameOf(field)}: ${after ? is : was}`,
    )
    .join(', ')
  return line.length > maximum ? `${line.slice(0, maximum)}…` : line
}
