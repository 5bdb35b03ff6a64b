import type { Kysely } from 'kysely'
import type { OrderMailTemplate } from '#domain/shop/order-document.ts'
import type { Deps } from '../../deps.ts'
import type { Tables } from '../../store/tables.ts'
import { insertOrderMail, settleFailedMails } from './order-mail-queries.ts'

/**
 * Requests a mail about an order, in the transaction that has the reason for it; the order mail loop writes and queues it, and records the
 * outcome on the order. `accountId`: the administrator who requests it. The caller calls `deps.wakeOrders()` after the commit.
 */
export async function demandOrderMail(
  within: Kysely<Tables>,
  { clock }: Pick<Deps, 'clock'>,
  orderId: number,
  { template, accountId = null, commissioner = 0 }: DemandedMail,
): Promise<void> {
  const now = clock.now()
  await settleFailedMails(within, orderId, { template })
  await insertOrderMail(within, {
    order_id: orderId,
    template,
    commissioner,
    account_id: accountId,
    recipient: null,
    state: 'due',
    fault: null,
    answer: null,
    mail_id: null,
    due_at: now,
    created_at: now,
  })
}

export type DemandedMail = { template: OrderMailTemplate; accountId?: number | null; commissioner?: number }
