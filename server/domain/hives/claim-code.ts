import { makeChecked, parseChecked } from '../platform/checked-code.ts'

/** The number of random symbols, 5 bits each; the check digit is one more. */
export const CLAIM_CODE_RANDOM_SYMBOLS = 7

/** The code on a transmitter's label, `XXXX-XXXX`, made of 7 values from 0 to 31. Throws RangeError for anything else. */
export const makeClaimCode = (values: readonly number[]): string => makeChecked(values, CLAIM_CODE_RANDOM_SYMBOLS)

/** Returns the code that somebody typed, as forgiving as for an order key; undefined if it is invalid. */
export const parseClaimCode = (typed: string): string | undefined => parseChecked(typed, CLAIM_CODE_RANDOM_SYMBOLS + 1)
