import type { Kysely } from 'kysely'
import type { OrderAction, PaymentProvider, PaymentStatus } from '#domain/shop/order.ts'
import type { Deps } from '../../deps.ts'
import type { PaymentNotice } from '../../platform/adapters/payment.ts'
import type { Tables } from '../../store/tables.ts'
import { updateCheckout } from './checkout-queries.ts'
import { noteHistory } from './note-history.ts'
import { holdOrder, type OrderRow, selectOrderByKey, updateOrder } from './order-queries.ts'
import { insertPayment, selectPayment, updatePayment } from './payment-queries.ts'
import { settleOrder } from './settle-order.ts'

type OnlineProvider = Exclude<PaymentProvider, 'hand'>

/** `known`: reported before, and nothing changed. `unknown`: there is no such order. */
export type Recorded = 'recorded' | 'known' | 'unknown'

const checkoutStates = { received: 'paid', failed: 'failed', expired: 'expired', pending: 'open' } as const
const actions: Record<PaymentStatus, OrderAction> = {
  received: 'paymentReceived',
  otherCurrency: 'paymentReceived',
  pending: 'paymentPending',
  failed: 'paymentFailed',
}

/**
 * Records a payment that a provider reports, once however often and in whatever order it does. Money received counts towards the order, even
 * late, in part or too much; in another currency it does not.
 */
export async function recordPayment(
  deps: Pick<Deps, 'database' | 'clock' | 'wakeOrders'>,
  provider: OnlineProvider,
  notice: PaymentNotice,
): Promise<Recorded> {
  const recorded = await deps.database.db.transaction().execute(async (within): Promise<Recorded> => {
    const named = await selectOrderByKey(within, notice.orderKey)
    const order = named && (await holdOrder(within, named.id))
    if (!order) return 'unknown'
    await updateCheckout(within, provider, notice.checkoutId, { state: checkoutStates[notice.outcome] })
    if (notice.outcome === 'expired') return 'recorded'
    return writePayment(within, deps, order, { provider, notice, status: statusOf(notice, order) })
  })
  if (recorded === 'recorded') deps.wakeOrders()
  return recorded
}

async function writePayment(
  within: Kysely<Tables>,
  deps: Pick<Deps, 'clock'>,
  order: OrderRow,
  { provider, notice, status }: { provider: OnlineProvider; notice: PaymentNotice; status: PaymentStatus },
): Promise<Recorded> {
  const { paymentId, amount, currency, method } = notice
  const now = deps.clock.now()
  const before = await selectPayment(within, provider, paymentId)
  if (before && !mayFollow(before.status, status)) return 'known'
  const came = { amount, currency, status, received_at: now }
  if (before) await updatePayment(within, before.id, came)
  else await insertPayment(within, { ...came, order_id: order.id, provider, provider_id: paymentId, method })
  await noteHistory(
    within,
    deps,
    order.id,
    { actor: 'customer', accountId: order.account_id },
    { action: actions[status], after: { amount, currency, method, provider, status } },
  )
  if (status === 'received') {
    const paid = order.paid + amount
    await settleOrder(within, deps, await updateOrder(within, order.id, { paid, updated_at: now }))
  }
  return 'recorded'
}

function statusOf({ outcome, currency, amount }: PaymentNotice, order: OrderRow): PaymentStatus {
  if (outcome === 'failed' || outcome === 'pending') return outcome
  return currency === order.currency && amount > 0 ? 'received' : 'otherCurrency'
}

/** A received payment stays; a pending or failed one may still come in. */
const mayFollow = (before: PaymentStatus, now: PaymentStatus): boolean =>
  before !== now && (before === 'pending' || (before === 'failed' && now !== 'pending'))
