import type { Kysely } from 'kysely'
import { mayReadAccount } from '#domain/people/permission.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { Tables } from '../../store/tables.ts'
import { selectAccountById } from './account-queries.ts'

/** Throws 404 `not_found` if `account` may not read the data of account `id`, or there is no such account. */
export async function requireReadableAccount(db: Kysely<Tables>, account: SignedIn, id: number): Promise<void> {
  const found = await selectAccountById(db, id)
  const readable = found && mayReadAccount(account, { id, affiliationId: found.affiliation_id })
  if (!readable) throw new AppError(404, 'not_found')
}
