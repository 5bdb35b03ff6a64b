import { DAY_SECONDS, HOUR_SECONDS } from '#domain/platform/durations.ts'
import type { ErrorCode } from '#domain/platform/error-code.ts'
import { createGuessLimit, type GuessLimit } from '../../platform/http/limits/guess-limit.ts'

/** What a claim is answered with that names no pair there is, or not the code on its label. */
export const wrongClaims = ['imei_imsi_mismatch', 'claim_code_wrong'] as const satisfies readonly ErrorCode[]

/**
 * How often wrong pairs are named; right ones are not counted, so that a club may register all it has. The `subject` is the
 * IMEI: whoever holds the transmitter comes through, however many others guess at it.
 */
export const createClaimTries = (): GuessLimit =>
  createGuessLimit({
    wrong: wrongClaims,
    forgiven: 2,
    account: { wrong: 20, withinSeconds: HOUR_SECONDS },
    // more than for one account: a mobile network puts many people behind one address
    address: { wrong: 30, withinSeconds: HOUR_SECONDS },
    atSubject: { account: { wrong: 5, withinSeconds: DAY_SECONDS }, all: { wrong: 30, withinSeconds: DAY_SECONDS } },
  })
