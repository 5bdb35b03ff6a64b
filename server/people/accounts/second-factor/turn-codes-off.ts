import type { Kysely } from 'kysely'
import { FRESH_CODES_DAYS } from '#domain/people/second-factor.ts'
import { DAY_MS } from '#domain/platform/durations.ts'
import type { Deps } from '../../../deps.ts'
import { recordChange } from '../../../platform/audit/record-change.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import type { Tables } from '../../../store/tables.ts'
import { demandsSecondFactor } from '../acts-as-admin.ts'
import { tellOwner } from '../tell-owner.ts'
import { selectPasskeysOf } from './passkey-queries.ts'
import { type CodesInUse, deleteCodes, selectCodesInUse } from './second-factor-queries.ts'

/**
 * Ends an account's one-time codes and recovery codes. Throws 404 `not_found` if it has none, 409 `second_factor_last`
 * if it must have a second factor and has no other.
 */
export async function turnCodesOff(
  deps: Pick<Deps, 'database' | 'clock' | 'config' | 'mailer' | 'wakeMails'>,
  account: SignedIn,
): Promise<void> {
  const { accountId } = account
  await deps.database.db.transaction().execute(async (db) => {
    const codes = await selectCodesInUse(db, accountId)
    if (!codes) throw new AppError(404, 'not_found')
    const isDemanded = demandsSecondFactor(account, deps.config)
    if (isDemanded && (await selectPasskeysOf(db, accountId)).length === 0) {
      throw new AppError(409, 'second_factor_last')
    }
    await endCodes(deps, db, codes)
    await tellOwner(deps, db, accountId, 'codes_off')
  })
  deps.wakeMails()
}

async function endCodes(
  { clock }: Pick<Deps, 'clock'>,
  db: Kysely<Tables>,
  { account_id: accountId, since }: CodesInUse,
): Promise<void> {
  await deleteCodes(db, accountId)
  await recordChange(
    { clock, database: { db } },
    {
      actorId: accountId,
      action: 'user.turnCodesOff',
      subjectType: 'user',
      subjectId: String(accountId),
      before: { since: new Date(Number(since)).toISOString() },
      after: { since: null },
    },
  )
}

/**
 * Ends one-time codes that were turned on, or moved to another phone, in the last days: whoever registered somebody else's address, or learned
 * the password, may have done so to keep the owner of the mailbox out. Returns whether there were any.
 */
export async function endFreshCodes(
  deps: Pick<Deps, 'clock'>,
  within: Kysely<Tables>,
  accountId: number,
): Promise<boolean> {
  const codes = await selectCodesInUse(within, accountId)
  const age = codes && deps.clock.now() - Number(codes.since)
  if (age === undefined || age < 0 || age >= FRESH_CODES_DAYS * DAY_MS) return false
  await endCodes(deps, within, codes!)
  return true
}
