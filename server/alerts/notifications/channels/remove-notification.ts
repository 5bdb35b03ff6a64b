import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import type { SignedIn } from '../../../platform/http/env.ts'
import { deleteNotification } from '../notification-queries.ts'

/** Removes a channel along with its pending deliveries. Throws 404 `notification_not_found`. */
export async function removeNotification(
  { database: { db } }: Pick<Deps, 'database'>,
  account: SignedIn,
  id: number,
): Promise<void> {
  if (!(await deleteNotification(db, account.accountId, id))) throw new AppError(404, 'notification_not_found')
}
