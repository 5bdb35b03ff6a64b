import * as v from 'valibot'
import { AppError } from './app-error.ts'
import { IdText } from './id-parameter.ts'

const LISTED = 200

export const Direction = v.picklist(['ascending', 'descending'])
export type Direction = v.InferOutput<typeof Direction>

/** Where a page of a list starts: after the row `id`, which has `value` in the column the list is sorted by. */
export type Place = { value: string | number; id: number }

const Cursor = v.tuple([v.string(), v.union([v.string(), v.number()]), v.pipe(v.number(), v.integer())])

const limited = (most: number) => v.optional(v.pipe(IdText, v.maxValue(most)), String(most))

/** The search text of a list. */
export const SearchText = v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)))

/** Query parameters of every list without an upper bound, besides its own filters: `limit`, `cursor`, `q`, `sort`, `direction`. */
export const listQuery = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) => ({
  limit: limited(LISTED),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(1000))),
  q: SearchText,
  sort: v.optional(v.picklist(sorts), sorts[0]),
  direction: v.optional(Direction, 'ascending'),
})

/** The same for rows ordered by id: `limit`, and as `cursor` the id of the previous page's last row. */
export const idListQuery = (most = LISTED) => ({ limit: limited(most), cursor: v.optional(IdText) })

/** Given rows selected with one more than `limit`, returns the first `limit` and the cursor of the next page. */
export function pageOfIds<Row extends { id: number }>(
  rows: readonly Row[],
  limit: number,
): { rows: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, nextCursor: rows.length > limit && last ? String(last.id) : null }
}

/**
 * The place encoded in a cursor; `texts` are the sorts by a text, all others are by a number. Throws 400 `invalid_query` if it does not belong to this
 * order.
 */
export function readCursor(cursor: string | undefined, sort: string, texts: readonly string[]): Place | undefined {
  if (cursor === undefined) return undefined
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Cursor), Buffer.from(cursor, 'base64url').toString('utf8'))
  if (!read.success || read.output[0] !== sort) throw new AppError(400, 'invalid_query')
  const [, value, id] = read.output
  if ((typeof value === 'string') !== texts.includes(sort)) throw new AppError(400, 'invalid_query')
  return { value, id }
}

/** Given rows selected with one more than `limit`, returns the first `limit` and the cursor of the next page. */
export function pageOf<Row>(
  rows: readonly Row[],
  { limit, sort }: { limit: number; sort: string },
  placeOf: (row: Row) => Place,
): { rows: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  if (rows.length <= limit || !last) return { rows: shown, nextCursor: null }
  const { value, id } = placeOf(last)
  return { rows: shown, nextCursor: Buffer.from(JSON.stringify([sort, value, id])).toString('base64url') }
}
