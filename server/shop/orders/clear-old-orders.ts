import { swissYear, swissYearBegin } from '#domain/shop/swiss-period.ts'
import type { Deps } from '../../deps.ts'
import { deleteSettledOrders } from './order-queries.ts'

/** Accounting records must be kept for this many business years after the end of theirs: Swiss Code of Obligations, art. 958f. */
const YEARS_KEPT = 10

/** Deletes the orders placed and paid in business years (calendar years in Switzerland) that ended long ago, except open ones; returns how many. */
export function clearOldOrders({ database, clock }: Pick<Deps, 'database' | 'clock'>): Promise<number> {
  return deleteSettledOrders(database.db, swissYearBegin(swissYear(clock.now()) - YEARS_KEPT))
}
