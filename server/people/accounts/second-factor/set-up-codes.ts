import { type CodeSecret, FRESH_CODES_DAYS, SET_UP_MINUTES } from '#domain/people/second-factor.ts'
import type { Deps } from '../../../deps.ts'
import { recordChange } from '../../../platform/audit/record-change.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import { endOtherSessionsByPassword, noteFactor } from '../sessions/session-queries.ts'
import { tellOwner } from '../tell-owner.ts'
import { newSecret, openSecret, sealSecret } from './code-secret.ts'
import { addressOf, stepOf, toBase32 } from './one-time-code.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { keepPending, selectCodes, takePending } from './second-factor-queries.ts'

/** Creates a secret for one-time codes; it takes effect once a code from it has been entered, and the codes in use stay valid until then. */
export async function beginCodes(
  { database, clock, ids, secrets }: Pick<Deps, 'database' | 'clock' | 'ids' | 'secrets'>,
  { accountId, email }: SignedIn,
  issuer: string,
): Promise<CodeSecret> {
  const secret = newSecret(ids)
  await keepPending(database.db, accountId, {
    pending_sealed: sealSecret({ secrets }, accountId, secret),
    pending_until: clock.now() + SET_UP_MINUTES * 60_000,
  })
  return { secret: toBase32(secret), address: addressOf(secret, { issuer, email }) }
}

/**
 * Turns one-time codes on, or moves them to another phone, with a first code, and returns new recovery codes. Ends all sessions started
 * with the password alone, except this one. Throws 400 `second_factor_wrong`, also if setting up was never begun.
 */
export async function turnCodesOn(
  deps: Pick<Deps, 'database' | 'clock' | 'ids' | 'secrets' | 'mailer' | 'wakeMails'>,
  { accountId, tokenHash, admin, lacksSecondFactor }: SignedIn,
  code: string,
): Promise<string[]> {
  const now = deps.clock.now()
  const wrong = () => new AppError(400, 'second_factor_wrong')
  const recoveryCodes = await deps.database.db.transaction().execute(async (db) => {
    const row = await selectCodes(db, accountId)
    const pending = row?.pending_sealed
    if (!pending || Number(row.pending_until) <= now) throw wrong()
    const secret = openSecret(deps, accountId, pending)
    const step = secret && stepOf(secret, code.replaceAll(/\s/g, ''), now)
    if (step === undefined) throw wrong()
    if (!(await takePending(db, accountId, pending, { since: now, last_step: step }))) throw wrong()
    const { codes } = await makeRecoveryCodes(db, accountId, deps.ids.token)
    await noteFactor(db, tokenHash, 'code')
    await endOtherSessionsByPassword(db, accountId, tokenHash)
    await recordChange(
      { ...deps, database: { db } },
      {
        actorId: accountId,
        action: 'user.turnCodesOn',
        subjectType: 'user',
        subjectId: String(accountId),
        before: { since: row.since && new Date(Number(row.since)).toISOString() },
        after: { since: new Date(now).toISOString() },
      },
    )
    await tellOwner(deps, db, accountId, 'codes_on', {
      admin: admin || lacksSecondFactor ? 'yes' : 'no',
      days: String(FRESH_CODES_DAYS),
    })
    return codes
  })
  deps.wakeMails()
  return recoveryCodes
}
