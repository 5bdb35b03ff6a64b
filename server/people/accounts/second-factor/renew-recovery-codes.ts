import type { Deps } from '../../../deps.ts'
import { recordChange } from '../../../platform/audit/record-change.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import { tokenOfRequest } from '../../../platform/runtime/token-of-request.ts'
import { tellOwner } from '../tell-owner.ts'
import { makeRecoveryCodes } from './recovery-codes.ts'
import { countRecoveryCodes, selectCodesInUse } from './second-factor-queries.ts'

/**
 * Replaces the recovery codes with new ones. The same request again, such as a second tap, gets the same ones: the first ones would not work.
 * Throws 404 `not_found` without one-time codes.
 */
export async function renewRecoveryCodes(
  deps: Pick<Deps, 'database' | 'clock' | 'ids' | 'secrets' | 'mailer' | 'wakeMails'>,
  { accountId }: SignedIn,
  requestId: string | undefined,
): Promise<string[]> {
  const tokenOf = (place: number) =>
    requestId === undefined
      ? deps.ids.token()
      : tokenOfRequest(deps.secrets, 'recovery codes', accountId, `${requestId} ${place}`)
  const recoveryCodes = await deps.database.db.transaction().execute(async (db) => {
    if (!(await selectCodesInUse(db, accountId))) throw new AppError(404, 'not_found')
    const left = await countRecoveryCodes(db, accountId)
    const { codes, isNew } = await makeRecoveryCodes(db, accountId, tokenOf)
    if (!isNew) return codes
    await recordChange(
      { ...deps, database: { db } },
      {
        actorId: accountId,
        action: 'user.renewRecoveryCodes',
        subjectType: 'user',
        subjectId: String(accountId),
        before: null,
        after: { ended: left, made: codes.length },
      },
    )
    await tellOwner(deps, db, accountId, 'recovery_codes_made')
    return codes
  })
  deps.wakeMails()
  return recoveryCodes
}
