import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import { LETTER_MARKS, searchSpellings, WHOLE_LETTERS, WHOLE_LETTERS_AS } from '#domain/platform/search-words.ts'

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

/** The texts of columns, as `foldText` folds them: Émile is found as emile, and Äbi comes before Bär. Only other scripts keep their case. */
export function folded<Value = string>(...columns: readonly Column[]): RawBuilder<Value> {
  const text = joined(columns)
  const letters = sql`translate("normalize"(${text}, 'NFD'), ${sql.lit(WHOLE_LETTERS + LETTER_MARKS)}, ${sql.lit(WHOLE_LETTERS_AS)})`
  return sql<Value>`replace(lower(${letters}), 'ß', 'ss')`
}

/** Digits that a number is filled up to; longer ones are left as they are. A name of digits alone must fit into the cursor of a page. */
export const COUNTED_DIGITS = 6

/** The same, with numbers in the order of their size: place 2 comes before place 10. */
export const counted = <Value = string>(...columns: readonly Column[]): RawBuilder<Value> =>
  sql<Value>`${expressionBuilder<object, never>().fn<Value>('counted', [folded(...columns)])}`

/** The condition that each word of `q` occurs in one of the columns, or `q` as a phone number; undefined if there are no words. */
export function containsWords(q: string | undefined, columns: readonly Column[]): RawBuilder<SqlBool> | undefined {
  const words = searchSpellings(q ?? '')
  if (words.length === 0) return undefined
  const conditions = words.map((spellings) => {
    const tries = spellings.flatMap(bothCases).map((spelling) => sql`text like ${pattern(spelling)} escape '\\'`)
    return sql`(${sql.join(tries, sql` or `)})`
  })
  // folding costs more than all comparisons, and would otherwise be done for each of them
  const all = sql<SqlBool>`exists (with found(text) as materialized (select ${folded(...columns)})
    select 1 from found where ${sql.join(conditions, sql` and `)})`
  const number = phoneDigits(q!)
  if (number === undefined) return all
  return sql<SqlBool>`(${all} or translate(${joined(columns)}, ${sql.lit(SEPARATORS)}, '') like ${pattern(number)})`
}

const joined = (columns: readonly Column[]) =>
  sql.join(
    columns.map((column) => sql`coalesce(${column}, '')`),
    sql` || ' ' || `,
  )

const SEPARATORS = ' \u00a0\u202f()./–-'
const PHONE_NUMBER = /^(\+|00?)[1-9][\d\s()./–-]+$/
const DIGITS_MINIMUM = 5
/** Digits that identify a subscriber, however the number begins: 079…, +41 79… or 0041 (0)79…. */
const DIGITS_COMPARED = 9

/** The digits to look for if this looks like a phone number. */
function phoneDigits(q: string): string | undefined {
  const typed = q.trim()
  if (!PHONE_NUMBER.test(typed)) return undefined
  const digits = typed.replaceAll(/\D/g, '').replace(/^0+/, '')
  return digits.length < DIGITS_MINIMUM ? undefined : digits.slice(-DIGITS_COMPARED)
}

/** Of other scripts, a word as typed and with a capital first letter. */
const bothCases = (word: string) => [...new Set([word, asciiLower(word[0]!.toUpperCase() + word.slice(1))])]
const asciiLower = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
const pattern = (text: string) => `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`
