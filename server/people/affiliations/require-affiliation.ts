import type { Kysely } from 'kysely'
import type { Affiliation } from '#domain/people/affiliation.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import type { Tables } from '../../store/tables.ts'
import { selectAffiliation } from './affiliation-queries.ts'

/** Throws 404 `affiliation_not_found`. */
export async function requireAffiliation(db: Kysely<Tables>, id: number): Promise<Affiliation> {
  const affiliation = await selectAffiliation(db, id)
  if (!affiliation) throw new AppError(404, 'affiliation_not_found')
  return affiliation
}

/**
 * The affiliation whose users or transmitters are requested, otherwise the caller's own; undefined if they have none. Managers
 * can only see their own; for any other they get 404 `affiliation_not_found`.
 */
export async function affiliationToShow(
  db: Kysely<Tables>,
  account: SignedIn,
  asked: number | undefined,
): Promise<number | undefined> {
  if (asked === undefined) return account.affiliationId ?? undefined
  if (!account.admin && asked !== account.affiliationId) throw new AppError(404, 'affiliation_not_found')
  return (await requireAffiliation(db, asked)).id
}
