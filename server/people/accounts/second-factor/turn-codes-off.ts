import type { Deps } from '../../../deps.ts'
import { recordChange } from '../../../platform/audit/record-change.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import { demandsSecondFactor } from '../acts-as-admin.ts'
import { tellOwner } from '../tell-owner.ts'
import { selectPasskeysOf } from './passkey-queries.ts'
import { deleteCodes, selectCodesInUse } from './second-factor-queries.ts'

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
    await deleteCodes(db, accountId)
    await recordChange(
      { ...deps, database: { db } },
      {
        actorId: accountId,
        action: 'user.turnCodesOff',
        subjectType: 'user',
        subjectId: String(accountId),
        before: { since: new Date(Number(codes.since)).toISOString() },
        after: { since: null },
      },
    )
    await tellOwner(deps, db, accountId, 'codes_off')
  })
  deps.wakeMails()
}
