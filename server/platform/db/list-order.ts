import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'

type Column = Expression<unknown> | RawBuilder<unknown>
type Direction = 'ascending' | 'descending'

/** The condition that a row comes after a place in the order of `column` and, for equal values, of `id`. */
export const comesAfter = (
  column: Column,
  id: Column,
  direction: Direction,
  place: { value: string | number; id: number },
): RawBuilder<SqlBool> =>
  direction === 'ascending'
    ? sql<SqlBool>`(${column}, ${id}) > (${place.value}, ${place.id})`
    : sql<SqlBool>`(${column}, ${id}) < (${place.value}, ${place.id})`

const WORDS_MAXIMUM = 6

/**
 * The condition that each word of `q` occurs in one of the columns, ignoring case; undefined if there are no
 * words. SQLite only folds the case of ASCII, so other letters are tried as typed and with a capital first letter.
 */
export function containsWords(q: string | undefined, columns: readonly Column[]): RawBuilder<SqlBool> | undefined {
  // no text contains it, and it ends a pattern in SQLite
  const words = (q ?? '').replaceAll('\u0000', ' ').toLowerCase().split(/\s+/).filter(Boolean).slice(0, WORDS_MAXIMUM)
  if (words.length === 0) return undefined
  const text = sql.join(
    columns.map((column) => sql`lower(coalesce(${column}, ''))`),
    sql` || ' ' || `,
  )
  const conditions = words.map((word) => {
    const spellings = [...new Set([word, word[0]!.toUpperCase() + word.slice(1)].map(asciiLower))]
    const tries = spellings.map((spelling) => sql`(${text}) like ${`%${escaped(spelling)}%`} escape '\\'`)
    return sql`(${sql.join(tries, sql` or `)})`
  })
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

const asciiLower = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
const escaped = (text: string) => text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)
