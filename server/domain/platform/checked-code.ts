/** Digits and letters without look-alikes: Crockford's base 32 (crockford.com/base32.html). A symbol's value is its index. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUP = 4
const TYPED_AT_MOST = 64

/** x⁵ + x² + 1, primitive over GF(2): its root α has 31 distinct powers in GF(32). */
const POLYNOMIAL = 0b100101
const FIELD_SIZE = 32
/** Not 0, so that a code of nothing but zeros is invalid. */
const SEED = 1

const timesAlpha = (value: number): number => (value << 1 < FIELD_SIZE ? value << 1 : (value << 1) ^ POLYNOMIAL)

const fold = (symbols: readonly number[]): number => symbols.reduce((sum, symbol) => timesAlpha(sum) ^ symbol, SEED)

/**
 * Returns a code for people to type, `XXXX-XXXX…`, made of `length` values from 0 to 31 plus a check digit. Each position is weighted with
 * a different power of α in GF(32), much as an ISBN-10 is modulo 11: one wrong symbol, or any two swapped, are always detected. Throws
 * RangeError for a different number of values or one out of range.
 */
export function makeChecked(values: readonly number[], length: number): string {
  const fits = values.length === length && values.every((value) => ALPHABET[value] !== undefined)
  if (!fits) throw new RangeError(`it is made of ${length} values from 0 to 31`)
  const check = timesAlpha(fold(values))
  return grouped([...values, check].map((value) => ALPHABET[value]).join(''))
}

/**
 * Returns the code that somebody typed, of `length` symbols plus the check digit. Forgives lower case, O for 0, I and L for 1, spaces and
 * missing dashes. Returns undefined if there are other symbols, too few or too many, or the check digit is wrong.
 */
export function parseChecked(typed: string, length: number): string | undefined {
  const text = symbolsOf(typed)
  const values = [...text].map((symbol) => ALPHABET.indexOf(symbol))
  if (values.length !== length || values.includes(-1) || fold(values) !== 0) return undefined
  return grouped(text)
}

/** Formats what has been typed so far as a code: capitals, in groups of four. Returns text that cannot be part of a code unchanged. */
export function formatChecked(typed: string): string {
  const text = symbolsOf(typed)
  return [...text].some((symbol) => !ALPHABET.includes(symbol)) ? typed : grouped(text)
}

const symbolsOf = (typed: string): string =>
  typed
    .slice(0, TYPED_AT_MOST)
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase()
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')

const grouped = (text: string): string => text.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? ''
