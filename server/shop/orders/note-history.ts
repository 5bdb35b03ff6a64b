import type { Kysely } from 'kysely'
import type { OrderAction } from '#domain/shop/order.ts'
import type { Deps } from '../../deps.ts'
import type { Tables } from '../../store/tables.ts'
import { insertHistory } from './order-queries.ts'

export type OrderActor =
  | { actor: 'customer'; accountId: number | null }
  | { actor: 'administrator'; accountId: number }
  | { actor: 'system' }

/** Records what happened to an order, in the transaction in which it happened. `before` and `after`: only the fields that changed, and never a code. */
export const noteHistory = (
  within: Kysely<Tables>,
  { clock }: Pick<Deps, 'clock'>,
  orderId: number,
  who: OrderActor,
  what: { action: OrderAction; before?: object | null; after?: object | null },
): Promise<void> =>
  insertHistory(within, {
    order_id: orderId,
    at: clock.now(),
    actor: who.actor,
    account_id: 'accountId' in who ? who.accountId : null,
    action: what.action,
    before: what.before ? JSON.stringify(what.before) : null,
    after: what.after ? JSON.stringify(what.after) : null,
  })
