import type { Kysely } from 'kysely'
import type { Profile } from '#domain/people/account.ts'
import type { ProfileEdit } from '#domain/people/profile-form.ts'
import { defined } from '#domain/platform/defined.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { Tables } from '../../../store/tables.ts'
import { selectAccountById, updateAccount } from '../account-queries.ts'
import { toProfile } from '../account-reply.ts'

/**
 * Saves name and address of an account; returns all fields as they are now. Omitted fields keep their value. Throws 401 `not_signed_in` if the
 * account has been deleted.
 */
export async function saveProfile(db: Kysely<Tables>, accountId: number, edit: ProfileEdit): Promise<Profile> {
  const changes = defined(edit)
  if (Object.keys(changes).length > 0) await updateAccount(db, accountId, changes)
  const account = await selectAccountById(db, accountId)
  if (!account) throw new AppError(401, 'not_signed_in')
  return toProfile(account)
}
