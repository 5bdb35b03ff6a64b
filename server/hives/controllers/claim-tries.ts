import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import { createGuessLimit, type GuessLimit } from '../../platform/http/limits/guess-limit.ts'

/** Errors for claims that name an unknown pair of numbers, or the wrong code from the label. */
export const wrongClaims = ['imei_imsi_mismatch', 'claim_code_wrong'] as const satisfies readonly ErrorCode[]

/**
 * Limits how often wrong pairs can be tried. Right ones do not count, so that a club can register all its transmitters. The
 * `subject` is the IMEI: whoever holds the transmitter gets through, however many others guess at it.
 */
export const createClaimTries = (): GuessLimit =>
  createGuessLimit({
    wrong: wrongClaims,
    forgiven: 2,
    account: { wrong: 20, withinSeconds: HOUR_SECONDS },
    // higher than per account: a mobile network puts many people behind one address
    address: { wrong: 30, withinSeconds: HOUR_SECONDS },
    atSubject: { account: { wrong: 5, withinSeconds: DAY_SECONDS }, all: { wrong: 30, withinSeconds: DAY_SECONDS } },
  })
