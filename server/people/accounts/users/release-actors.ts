import type { Kysely } from 'kysely'
import { recordEntry } from '../../../platform/audit/record-entry.ts'
import type { Tables } from '../../../store/tables.ts'
import { keepActingAs } from '../sessions/session-queries.ts'

/**
 * Within the transaction in which an account goes: whoever acts in its name does so no more, and can come back. The end is written down
 * here, since nobody knows later whose name it was.
 */
export async function releaseActors(
  within: Kysely<Tables>,
  { id, email }: { id: number; email: string },
  nowMs: number,
): Promise<void> {
  for (const { account_id } of await keepActingAs(within, id)) {
    // an administrator who goes may have kept one of an account that went before
    if (account_id === id) continue
    await recordEntry(
      within,
      { at: nowMs, actor_id: account_id, acting_as_id: null, request_id: null },
      { action: 'user.actAsEnd', subjectType: 'user', subjectId: String(id), before: { email }, after: null },
    )
  }
}
