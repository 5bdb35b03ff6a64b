import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import { demandsSecondFactor } from '../acts-as-admin.ts'
import { hasSecondFactor } from '../second-factor/has-second-factor.ts'
import { deletePasskeyOf } from '../second-factor/passkey-queries.ts'

/** Removes a passkey. Throws 404 `not_found`, 409 `second_factor_last` if the account must have a second factor and this is the last one. */
export const removePasskey = (
  { database, config }: Pick<Deps, 'database' | 'config'>,
  account: SignedIn,
  id: number,
): Promise<void> =>
  database.db.transaction().execute(async (db) => {
    if (!(await deletePasskeyOf(db, account.accountId, id))) throw new AppError(404, 'not_found')
    if (demandsSecondFactor(account, config) && !(await hasSecondFactor(db, account.accountId))) {
      throw new AppError(409, 'second_factor_last')
    }
  })
