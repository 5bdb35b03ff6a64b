import type { Kysely } from 'kysely'
import type * as v from 'valibot'
import type { Profile } from '#domain/people/account.ts'
import type { ProfileBody } from '#domain/people/profile-form.ts'
import { defined } from '#domain/platform/defined.ts'
import type { Tables } from '../../../store/tables.ts'
import { selectAccountById, updateAccount } from '../account-queries.ts'
import { toProfile } from '../account-reply.ts'

/** Saves name and address of an account; returns all of them as they now are. What is left out stays. */
export async function saveProfile(
  db: Kysely<Tables>,
  accountId: number,
  changes: v.InferOutput<typeof ProfileBody>,
): Promise<Profile> {
  await updateAccount(db, accountId, defined(changes))
  return toProfile((await selectAccountById(db, accountId))!)
}
