import type { Deps } from '../../deps.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { selectAccountById } from './account-queries.ts'
import { actsAsAdmin } from './acts-as-admin.ts'

/** An account with its current rights, for work done on its behalf. Undefined if it is gone or deactivated. */
export async function viewerOf(
  { database: { db }, config }: Pick<Deps, 'database' | 'config'>,
  accountId: number,
): Promise<SignedIn | undefined> {
  const row = await selectAccountById(db, accountId)
  if (!row || row.active === 0) return undefined
  const { email, role, affiliation_id: affiliationId, language } = row
  return {
    accountId,
    email,
    role,
    admin: actsAsAdmin(row, config),
    lacksSecondFactor: false,
    affiliationId,
    language,
    siteHost: row.site_host,
    tokenHash: '',
    sessionId: '',
    confirmedAt: 0,
    factor: 'password',
  }
}
