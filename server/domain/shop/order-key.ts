import { formatChecked, makeChecked, parseChecked } from '../platform/checked-code.ts'

const SYMBOLS = 16
/** How many symbols chance decides, of 5 bits each; the last one is the check digit. */
export const ORDER_KEY_RANDOM_SYMBOLS = SYMBOLS - 1

/** The order key `XXXX-XXXX-XXXX-XXXX` of 15 values from 0 to 31, with its check digit. Throws RangeError for anything else. */
export const makeOrderKey = (values: readonly number[]): string => makeChecked(values, ORDER_KEY_RANDOM_SYMBOLS)

/** The order key that somebody typed; undefined where it is none. */
export const parseOrderKey = (typed: string): string | undefined => parseChecked(typed, SYMBOLS)

/** What is typed so far, as a key is written. */
export const formatOrderKey = formatChecked
