import { swissYear, swissYearBegin } from '#domain/shop/swiss-period.ts'
import type { Deps } from '../../deps.ts'
import { deleteSettledOrders } from './order-queries.ts'

/** Business years for which bookkeeping has to be kept after their end: Swiss Code of Obligations, art. 958f. */
const YEARS_KEPT = 10

/** Forgets the orders of business years (calendar years in Switzerland) that ended long ago, but for open ones; gives how many. */
export function clearOldOrders({ database, clock }: Pick<Deps, 'database' | 'clock'>): Promise<number> {
  return deleteSettledOrders(database.db, swissYearBegin(swissYear(clock.now()) - YEARS_KEPT))
}
