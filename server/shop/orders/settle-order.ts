import type { Kysely } from 'kysely'
import { amountDue } from '#domain/shop/order.ts'
import type { Deps } from '../../deps.ts'
import type { Tables } from '../../store/tables.ts'
import { hastenCheckouts } from './checkout-queries.ts'
import { demandFulfilment } from './fulfilment-queries.ts'
import { noteHistory } from './note-history.ts'
import { type OrderRow, updateOrder } from './order-queries.ts'
import { withdrawOrRestore } from './withdraw-order.ts'

/**
 * Draws the conclusions from what an order costs, what was paid and what state it is in, in the transaction that changed one of
 * these: an order that is paid in full and not cancelled is due to be fulfilled, codes of one that was withdrawn end, and pages
 * where another amount would be paid are closed. The caller calls `deps.wakeOrders()` once it is
 * committed. Gives the order as it then is.
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
  await hastenCheckouts(within, order.id, now)
  if (isPaid === (order.received_at !== null)) return order
  if (isPaid) await noteHistory(within, deps, order.id, { actor: 'system' }, { action: 'paidInFull' })
  return updateOrder(within, order.id, { received_at: isPaid ? now : null, updated_at: now })
}
