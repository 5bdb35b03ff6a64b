import { AppError } from '../../platform/http/app-error.ts'

/** A cursor that points just after the row with this key. */
export const cursorOf = (key: string): string => Buffer.from(key).toString('base64url')
export const keyOf = (cursor: string): string => Buffer.from(cursor, 'base64url').toString('utf8')

/** The rows after the one a cursor points to. Throws 400 `invalid_query` if that row does not exist (any more). */
export function pageAfter<Row>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): { rows: Row[]; nextCursor: string | null } {
  const last = cursor === undefined ? undefined : keyOf(cursor)
  const at = last === undefined ? -1 : rows.findIndex((row) => nameOf(row) === last)
  if (last !== undefined && at < 0) throw new AppError(400, 'invalid_query')
  const shown = rows.slice(at + 1, at + 1 + limit)
  const end = shown.at(-1)
  const isOver = end === undefined || at + 1 + limit >= rows.length
  return { rows: shown, nextCursor: isOver ? null : cursorOf(nameOf(end)) }
}
