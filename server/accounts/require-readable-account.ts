import type { Kysely } from 'kysely'
import { mayReadAccount } from '#domain/permission.ts'
import type { Tables } from '../db/tables.ts'
import { AppError } from '../http/app-error.ts'
import type { SignedIn } from '../http/env.ts'
import { selectAccountById } from './account-queries.ts'

/** Throws 404 `not_found` where `account` may not read the things of account `id`, or there is no such account. */
export async function requireReadableAccount(db: Kysely<Tables>, account: SignedIn, id: number): Promise<void> {
  const found = await selectAccountById(db, id)
  const readable = found && mayReadAccount(account, { id, affiliationId: found.affiliation_id })
  if (!readable) throw new AppError(404, 'not_found')
}
