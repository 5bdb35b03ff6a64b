import { makeChecked, parseChecked } from '../platform/checked-code.ts'

/** How many symbols chance decides, of 5 bits each; one more is the check digit. */
export const CLAIM_CODE_RANDOM_SYMBOLS = 7

/** The code on the label of a transmitter, `XXXX-XXXX`, of 7 values from 0 to 31. Throws RangeError for anything else. */
export const makeClaimCode = (values: readonly number[]): string => makeChecked(values, CLAIM_CODE_RANDOM_SYMBOLS)

/** The code that somebody typed, forgiven as an order key is; undefined where it is none. */
export const parseClaimCode = (typed: string): string | undefined => parseChecked(typed, CLAIM_CODE_RANDOM_SYMBOLS + 1)
