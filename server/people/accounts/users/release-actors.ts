import type { Kysely } from 'kysely'
import { recordEntry } from '../../../platform/audit/record-entry.ts'
import type { Tables } from '../../../store/tables.ts'
import { keepActingAs } from '../sessions/session-queries.ts'

/**
 * Within the transaction that deletes an account: ends acting as it, so that those who do can return. The end is recorded
 * here, since later nobody knows whose name it was.
 */
export async function releaseActors(
  within: Kysely<Tables>,
  { id, email }: { id: number; email: string },
  nowMs: number,
): Promise<void> {
  for (const { account_id } of await keepActingAs(within, id)) {
    // an administrator being deleted may still hold a session that acted as an account deleted earlier
    if (account_id === id) continue
    await recordEntry(
      within,
      { at: nowMs, actor_id: account_id, acting_as_id: null, request_id: null },
      { action: 'user.actAsEnd', subjectType: 'user', subjectId: String(id), before: { email }, after: null },
    )
  }
}
