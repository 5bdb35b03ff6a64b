import type { Deps } from '../../../deps.ts'
import { recordChange } from '../../../platform/audit/record-change.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { hideSent } from './sent-queries.ts'

const REASON = 'removed by an administrator'

/**
 * Removes a message from the administrators' list and stops it if it was not sent yet (`stopped`). The row stays
 * until it is old, so that the same message is not sent again. Throws 404 `sent_notification_not_found`.
 */
export async function removeSent(
  { database: { db }, clock }: Pick<Deps, 'database' | 'clock'>,
  actorId: number,
  id: number,
): Promise<{ stopped: boolean }> {
  return db.transaction().execute(async (transaction) => {
    const row = await hideSent(transaction, id, REASON, clock.now())
    if (!row) throw new AppError(404, 'sent_notification_not_found')
    const stopped = row.last_error === REASON
    await recordChange(
      { database: { db: transaction }, clock },
      {
        actorId,
        action: 'notification.remove',
        subjectType: 'notification',
        subjectId: String(id),
        before: { stage: row.stage, state: stopped ? 'due' : row.state, attempts: row.attempts },
        after: null,
      },
    )
    return { stopped }
  })
}
