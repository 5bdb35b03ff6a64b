import type { Deps } from '../http/deps.ts'
import type { SignedIn } from '../http/env.ts'
import { updateAccount } from './account-queries.ts'
import { deleteResetsOf } from './password-reset-queries.ts'
import type { PasswordProof } from './prove-password.ts'
import { endSessionsOf } from './session-queries.ts'
import { tellOwner } from './tell-owner.ts'

/** Sets a new password and ends all other sessions and reset links. Throws 400 `current_password_wrong`. */
export async function changePassword(
  deps: Pick<Deps, 'database' | 'clock' | 'passwords' | 'mailer' | 'wakeMails'>,
  prove: PasswordProof,
  account: SignedIn,
  { password, currentPassword }: { password: string; currentPassword: string },
): Promise<void> {
  await prove(account, currentPassword)
  const password_hash = await deps.passwords.hash(password)
  await deps.database.db.transaction().execute(async (db) => {
    await updateAccount(db, account.accountId, { password_hash })
    await endSessionsOf(db, account.accountId, account.tokenHash)
    await deleteResetsOf(db, account.accountId)
    await tellOwner(deps, db, account.accountId, 'password_changed')
  })
  deps.wakeMails()
}
