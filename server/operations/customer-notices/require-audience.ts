import type { NoticeAudience } from '#domain/operations/customer-notice.ts'
import { isManager } from '#domain/people/permission.ts'
import type { Deps } from '../../deps.ts'
import { requireRegions } from '../../hives/controllers/require-regions.ts'
import { requireAffiliation } from '../../people/affiliations/require-affiliation.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'

/**
 * The audience an account may write to: administrators to everybody or to one affiliation, managers to their own. Throws 403 `forbidden` for
 * others, 404 `affiliation_not_found` for another affiliation, and 404 `region_not_found`.
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
