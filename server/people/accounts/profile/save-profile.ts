import type { Kysely } from 'kysely'
import type { Profile } from '#domain/people/account.ts'
import type { ProfileEdit } from '#domain/people/profile-form.ts'
import { defined } from '#domain/platform/defined.ts'
import type { Tables } from '../../../store/tables.ts'
import { selectAccountById, updateAccount } from '../account-queries.ts'
import { toProfile } from '../account-reply.ts'

/** Saves name and address of an account; returns all of them as they now are. What is left out stays. */
export async function saveProfile(db: Kysely<Tables>, accountId: number, edit: ProfileEdit): Promise<Profile> {
  const changes = defined(edit)
  if (Object.keys(changes).length > 0) await updateAccount(db, accountId, changes)
  return toProfile((await selectAccountById(db, accountId))!)
}
