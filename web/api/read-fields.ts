/**
 * Reads a value from an address, from what the device stored or from what the server announces. These few lines are used on the first visit so that no visit
 * has to wait for the validation schemas. A value that does not fit is dropped rather than rejected, so an old or damaged link still opens.
 */
export type Field<Value> = (value: unknown) => Value | undefined

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Returns undefined if the text is not JSON. */
export function parsedJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

export const text: Field<string> = (value) => (typeof value === 'string' ? value : undefined)

/** Text that somebody typed; the router parses text that consists only of digits as a number. */
export const typedWords: Field<string> = (value) => text(typeof value === 'number' ? String(value) : value)

export const flag: Field<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)

export const number: Field<number> = (value) => (typeof value === 'number' && !Number.isNaN(value) ? value : undefined)

export const whole =
  (minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY): Field<number> =>
  (value) =>
    typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum ? value : undefined

/** The id of a row. */
export const rowId = whole(1)

export const oneOf =
  <const Word extends string | number | boolean>(...words: readonly Word[]): Field<Word> =>
  (value) =>
    words.find((word) => word === value)

export const either =
  <A, B>(one: Field<A>, other: Field<B>): Field<A | B> =>
  (value) =>
    one(value) ?? other(value)

/** A text that matches `form`. */
export const like =
  (form: RegExp, field = text): Field<string> =>
  (value) => {
    const found = field(value)
    return found !== undefined && form.test(found) ? found : undefined
  }

/** A comma-separated list, reduced to the words that are `known`. */
export const listOf =
  (known: (word: string) => boolean): Field<string> =>
  (value) =>
    typedWords(value)?.split(',').filter(known).join(',')

type Fields = Record<string, Field<unknown>>
type Read<Of extends Fields> = { [Name in keyof Of]?: ReturnType<Of[Name]> }
type Search = Record<string, unknown>

/** Reads these parameters of an address. A value that does not fit is present as undefined, so that it hides the raw value in the address. */
export const searchOf =
  <Of extends Fields>(fields: Of) =>
  (search: Search): Read<Of> =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([name]) => Object.hasOwn(search, name))
        .map(([name, field]) => [name, field(search[name])]),
    ) as Read<Of>

/** The same, but keeps all other parameters. */
export const openSearchOf = <Of extends Fields>(fields: Of) => {
  const read = searchOf(fields)
  return (search: Search): Read<Of> & { [name: string]: unknown } => ({ ...search, ...read(search) })
}
