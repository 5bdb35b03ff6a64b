/**
 * What an address says is read with the first visit: by these, which are a few lines, so that no visit waits for the schemas of what is sent.
 * A value that does not fit is left out rather than refused: an old or damaged link still opens.
 */
export type SearchField<Value> = (value: unknown) => Value | undefined

export const text: SearchField<string> = (value) => (typeof value === 'string' ? value : undefined)

/** Words that somebody typed: the router reads those that are digits alone as a number. */
export const typedWords: SearchField<string> = (value) => text(typeof value === 'number' ? String(value) : value)

export const flag: SearchField<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)

export const number: SearchField<number> = (value) =>
  typeof value === 'number' && !Number.isNaN(value) ? value : undefined

export const whole =
  (minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY): SearchField<number> =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum ? value : undefined

/** The number of a row. */
export const rowId = whole(1)

export const oneOf =
  <const Word extends string | number | boolean>(...words: readonly Word[]): SearchField<Word> =>
  (value) =>
    words.find((word) => word === value)

export const either =
  <A, B>(one: SearchField<A>, other: SearchField<B>): SearchField<A | B> =>
  (value) =>
    one(value) ?? other(value)

/** A text that has this form. */
export const like =
  (form: RegExp, field = text): SearchField<string> =>
  (value) => {
    const found = field(value)
    return found !== undefined && form.test(found) ? found : undefined
  }

/** Words with commas between, those of them that are `known`. */
export const listOf =
  (known: (word: string) => boolean): SearchField<string> =>
  (value) =>
    typedWords(value)?.split(',').filter(known).join(',')

type Fields = Record<string, SearchField<unknown>>
type Read<Of extends Fields> = { [Name in keyof Of]?: ReturnType<Of[Name]> }
type Search = Record<string, unknown>

/** Reads these of an address. What does not fit is there as undefined, so that it hides what the address says. */
export const searchOf =
  <Of extends Fields>(fields: Of) =>
  (search: Search): Read<Of> =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([name]) => Object.hasOwn(search, name))
        .map(([name, field]) => [name, field(search[name])]),
    ) as Read<Of>

/** The same, and keeps whatever else stands there. */
export const openSearchOf = <Of extends Fields>(fields: Of) => {
  const read = searchOf(fields)
  return (search: Search): Read<Of> & { [name: string]: unknown } => ({ ...search, ...read(search) })
}
