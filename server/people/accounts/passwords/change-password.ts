import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import { replacePassword, selectAccountById } from '../account-queries.ts'
import { refuseCommonPassword } from '../common-passwords/common-passwords.ts'
import { deleteResetsOf } from '../password-reset-queries.ts'
import { endSessionsOf } from '../sessions/session-queries.ts'
import { tellOwner } from '../tell-owner.ts'
import type { PasswordProof } from './prove-password.ts'

type ChangeDeps = Pick<Deps, 'database' | 'clock' | 'passwords' | 'mailer' | 'wakeMails'>
type PasswordChange = { password: string; currentPassword: string }

/**
 * Sets a new password and ends all other sessions and reset links. Throws 400 `password_too_common`, 400 `current_password_wrong`, also if
 * another password was set in the meantime. The same change again, whose answer may have been lost, changes nothing.
 */
export async function changePassword(
  deps: ChangeDeps,
  prove: PasswordProof,
  account: SignedIn,
  change: PasswordChange,
): Promise<void> {
  refuseCommonPassword(change.password)
  try {
    await replace(deps, prove, account, change)
  } catch (error) {
    const isWrong = error instanceof AppError && error.code === 'current_password_wrong'
    const stored = isWrong ? await selectAccountById(deps.database.db, account.accountId) : undefined
    if (!stored || !(await deps.passwords.verify(stored.password_hash, change.password))) throw error
  }
}

async function replace(
  deps: ChangeDeps,
  prove: PasswordProof,
  account: SignedIn,
  { password, currentPassword }: PasswordChange,
): Promise<void> {
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
