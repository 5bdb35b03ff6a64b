/**
 * Returns what differs from the thing as it was when its form opened, so that what somebody else has changed since is kept; undefined if nothing differs. Fields
 * that belong `together` are returned together.
 */
export function changesOf<Changes extends object>(
  before: object,
  wanted: Changes,
  ...together: readonly (readonly string[])[]
): Changes | undefined {
  const isOther = (field: string) =>
    field in wanted && JSON.stringify(Reflect.get(before, field)) !== JSON.stringify(Reflect.get(wanted, field))
  const isSent = (field: string) =>
    isOther(field) || together.some((fields) => fields.includes(field) && fields.some(isOther))
  const entries = Object.entries(wanted).filter(([field]) => isSent(field))
  return entries.length > 0 ? (Object.fromEntries(entries) as Changes) : undefined
}
