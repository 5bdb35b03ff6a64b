import { formatChecked, makeChecked, parseChecked } from '../platform/checked-code.ts'

const SYMBOLS = 16
/** The number of random symbols, 5 bits each; the last symbol is the check digit. */
export const ORDER_KEY_RANDOM_SYMBOLS = SYMBOLS - 1

/** Returns the order key `XXXX-XXXX-XXXX-XXXX` for 15 values from 0 to 31, with its check digit. Throws RangeError for anything else. */
export const makeOrderKey = (values: readonly number[]): string => makeChecked(values, ORDER_KEY_RANDOM_SYMBOLS)

/** Returns the order key that somebody typed; undefined if it is invalid. */
export const parseOrderKey = (typed: string): string | undefined => parseChecked(typed, SYMBOLS)

/** Formats what has been typed so far as a key. */
export const formatOrderKey = formatChecked
