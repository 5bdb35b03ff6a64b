import type { Transaction } from 'kysely'
import * as v from 'valibot'
import { Cart } from '#domain/shop/cart.ts'
import { amountDue } from '#domain/shop/order.ts'
import type { Deps } from '../../../deps.ts'
import type { Tables } from '../../../store/tables.ts'
import { grantSubscription } from '../../subscriptions/grant-subscription.ts'
import { issueOrderKeys } from '../../subscriptions/issue-order-keys.ts'
import { demandOrderMail } from '../demand-order-mail.ts'
import { type FulfilmentRow, insertCodes, takeFulfilment, withdrawFulfilment } from '../fulfilment-queries.ts'
import { noteHistory } from '../note-history.ts'
import { holdOrder, type OrderRow, updateOrder } from '../order-queries.ts'
import { CODE_PURPOSE } from '../read-codes.ts'

export type FulfilDeps = Pick<
  Deps,
  'database' | 'clock' | 'ids' | 'config' | 'secrets' | 'events' | 'wakeOrders' | 'wakeDeliveries'
>

/**
 * Delivers the part of a paid order that needs no parcel, in one transaction with marking it as done: extends a transmitter's subscription, or
 * puts codes on their way. An order of subscriptions only is completed by this.
 */
export async function fulfilOrder(deps: FulfilDeps, { id, order_id }: FulfilmentRow): Promise<void> {
  const extended = await deps.database.db.transaction().execute(async (within) => {
    const order = await holdOrder(within, order_id)
    const taken = await takeFulfilment(within, id, deps.clock.now())
    if (!order || !taken) return undefined
    if (order.state === 'cancelled' || amountDue(order) > 0) {
      await withdrawFulfilment(within, id)
      return undefined
    }
    return give(within, deps, order)
  })
  deps.wakeOrders()
  if (extended === undefined) return
  deps.wakeDeliveries()
  for (const type of ['controller', 'alarm'] as const) {
    deps.events.publish({ type, controllerId: extended, scaleIds: [] })
  }
}

/** Returns the transmitter that was extended. */
async function give(within: Transaction<Tables>, deps: FulfilDeps, order: OrderRow): Promise<number | undefined> {
  const { nofSubscriptions, subscriptionYears, subscriptionControllerId, mode } = v.parse(Cart, JSON.parse(order.cart))
  const term = { years: subscriptionYears, days: 0 }
  const source = `order ${order.key}`
  const system = { actor: 'system' } as const
  const granted =
    nofSubscriptions > 0 && subscriptionControllerId !== null
      ? await grantSubscription(within, deps, {
          controllerId: subscriptionControllerId,
          accountId: order.account_id,
          term,
          source,
          orderId: order.id,
        })
      : undefined
  const count = nofSubscriptions - (granted ? 1 : 0)
  if (count > 0) {
    const codes = await issueOrderKeys(
      deps,
      { term, count, uses: 1, source, expiresAt: null, orderId: order.id },
      { within },
    )
    await insertCodes(
      within,
      codes.map((code) => ({
        order_id: order.id,
        code_sealed: deps.secrets.seal(code, CODE_PURPOSE),
        term_years: term.years,
        created_at: deps.clock.now(),
      })),
    )
    await demandOrderMail(within, deps, order.id, { template: 'codes' })
  }
  const extended = granted ? { controllerId: granted.controller_id, endsAt: granted.ends_at } : null
  if (nofSubscriptions > 0) {
    await noteHistory(within, deps, order.id, system, {
      action: 'fulfilled',
      after: { years: term.years, codes: count, extended },
    })
  }
  if (mode === 'digital' && order.state === 'open') {
    await updateOrder(within, order.id, { state: 'completed', updated_at: deps.clock.now() })
    const change = { before: { state: 'open' }, after: { state: 'completed' } }
    await noteHistory(within, deps, order.id, system, { action: 'completed', ...change })
  }
  return granted?.controller_id
}
