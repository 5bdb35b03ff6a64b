import type { Kysely } from 'kysely'
import type { OrderMailTemplate } from '#domain/order-document.ts'
import type { Tables } from '../db/tables.ts'
import type { Deps } from '../http/deps.ts'

export type OrderMailDetails = {
  /** The row belongs to this transaction; the caller calls `deps.wakeMails()` once it is committed. */
  within?: Kysely<Tables>
  /** With `codes`: what the customer may redeem, in the clear. */
  codes?: readonly string[]
  /** With `release`: which of the configuration's commissioners, from 0. */
  commissionerIndex?: number
}

/**
 * Queues a mail about an order in the order's language, with its paper attached; gives the id of the mail's row. It sets no
 * flag and writes no history: the caller does.
 */
export async function sendOrderMail(
  _deps: Pick<Deps, 'database' | 'clock' | 'config' | 'wakeMails'>,
  orderId: number,
  template: OrderMailTemplate,
  _details: OrderMailDetails = {},
): Promise<number> {
  throw new Error(`the mail ${template} of order ${orderId} has no text yet`)
}
