import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { deleteForwarding } from './forwarding-queries.ts'

/** Deletes a forwarding, along with any message under way. Throws 404 `forwarding_not_found`. */
export async function removeForwarding(
  { database: { db } }: Pick<Deps, 'database'>,
  account: SignedIn,
  id: number,
): Promise<void> {
  if (!(await deleteForwarding(db, account.accountId, id))) throw new AppError(404, 'forwarding_not_found')
}
