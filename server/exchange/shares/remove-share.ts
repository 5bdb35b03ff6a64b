import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { deleteShare } from './share-queries.ts'

/** Deletes a link: from now on its token opens nothing. Throws 404 `share_not_found`. */
export async function removeShare(
  { database: { db } }: Pick<Deps, 'database'>,
  account: SignedIn,
  id: number,
): Promise<void> {
  if (!(await deleteShare(db, account.accountId, id))) throw new AppError(404, 'share_not_found')
}
