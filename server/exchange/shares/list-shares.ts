import type { Deps } from '../../deps.ts'
import type { SignedIn } from '../../platform/http/env.ts'
import { type ShareRow, selectScalesOfShares, selectSharesOf } from './share-queries.ts'

/** The shares of an account with their scales, newest first. */
export async function listShares(
  { database: { db } }: Pick<Deps, 'database'>,
  account: SignedIn,
): Promise<{ row: ShareRow; scaleIds: number[] }[]> {
  const rows = await selectSharesOf(db, account.accountId)
  const scales = await selectScalesOfShares(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({ row, scaleIds: scales.filter((scale) => scale.share_id === row.id).map(({ id }) => id) }))
}
