import type { NoticeAudience } from '#domain/customer-notice.ts'
import { isManager } from '#domain/permission.ts'
import { requireAffiliation } from '../affiliations/require-affiliation.ts'
import { requireRegions } from '../controllers/require-regions.ts'
import { AppError } from '../http/app-error.ts'
import type { Deps } from '../http/deps.ts'
import type { SignedIn } from '../http/env.ts'

/**
 * Whom an account may write to: administrators to everybody or to one affiliation, managers to their own. Throws 403 `forbidden`
 * for others, 404 `affiliation_not_found` for another affiliation, and 404 `region_not_found`.
 */
export async function requireAudience(
  { database: { db } }: Pick<Deps, 'database'>,
  account: SignedIn,
  audience: NoticeAudience,
): Promise<NoticeAudience> {
  const affiliationId = account.admin ? audience.affiliationId : ownAffiliation(account)
  const isOther = audience.affiliationId !== null && audience.affiliationId !== affiliationId
  if (isOther) throw new AppError(404, 'affiliation_not_found')
  if (affiliationId !== null) await requireAffiliation(db, affiliationId)
  await requireRegions(db, audience.regionIds)
  return { ...audience, affiliationId }
}

/** The affiliation a manager acts for. Throws 403 for everybody else. */
export function ownAffiliation(account: SignedIn): number {
  if (!isManager(account) || account.affiliationId === null) throw new AppError(403, 'forbidden')
  return account.affiliationId
}
