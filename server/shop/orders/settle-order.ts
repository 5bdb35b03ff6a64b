import type { Kysely } from 'kysely'
import { amountDue } from '#domain/shop/order.ts'
import type { Deps } from '../../deps.ts'
import type { Tables } from '../../store/tables.ts'
import { hastenCheckouts } from './checkout-queries.ts'
import { demandFulfilment, withdrawFailedFulfilment } from './fulfilment-queries.ts'
import { noteHistory } from './note-history.ts'
import { type OrderRow, updateOrder } from './order-queries.ts'
import { withdrawOrRestore } from './withdraw-order.ts'

/**
 * Updates everything that depends on an order's price, payments and state, in the transaction that changed one of them: a fully paid order
 * that is not cancelled becomes due for fulfilment, a failed fulfilment of any other is no longer tried, codes of a withdrawn one end, and payment pages with a different amount are closed. The
 * caller calls `deps.wakeOrders()` after the commit. Returns the order as it is then.
 */
export async function settleOrder(
  within: Kysely<Tables>,
  deps: Pick<Deps, 'clock'>,
  changed: OrderRow,
): Promise<OrderRow> {
  const now = deps.clock.now()
  const order = await withdrawOrRestore(within, deps, changed)
  const isPaid = amountDue(order) <= 0
  if (isPaid && order.state !== 'cancelled') await demandFulfilment(within, order.id, now)
  else await withdrawFailedFulfilment(within, order.id)
  await hastenCheckouts(within, order.id, now)
  if (isPaid === (order.received_at !== null)) return order
  if (isPaid) await noteHistory(within, deps, order.id, { actor: 'system' }, { action: 'paidInFull' })
  return updateOrder(within, order.id, { received_at: isPaid ? now : null, updated_at: now })
}
