import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import { replacePassword } from '../account-queries.ts'
import { refuseCommonPassword } from '../common-passwords/common-passwords.ts'
import { deleteResetsOf } from '../password-reset-queries.ts'
import { endSessionsOf } from '../sessions/session-queries.ts'
import { tellOwner } from '../tell-owner.ts'
import type { PasswordProof } from './prove-password.ts'

/**
 * Sets a new password and ends all other sessions and reset links. Throws 400 `password_too_common`, 400 `current_password_wrong`, also if
 * another password was set in the meantime.
 */
export async function changePassword(
  deps: Pick<Deps, 'database' | 'clock' | 'passwords' | 'mailer' | 'wakeMails'>,
  prove: PasswordProof,
  account: SignedIn,
  { password, currentPassword }: { password: string; currentPassword: string },
): Promise<void> {
  refuseCommonPassword(password)
  const from = await prove(account, currentPassword)
  const to = await deps.passwords.hash(password)
  await deps.database.db.transaction().execute(async (db) => {
    if (!(await replacePassword(db, account.accountId, { from, to }))) throw new AppError(400, 'current_password_wrong')
    await endSessionsOf(db, account.accountId, account.tokenHash)
    await deleteResetsOf(db, account.accountId)
    await tellOwner(deps, db, account.accountId, 'password_changed')
  })
  deps.wakeMails()
}
