import type { Kysely } from 'kysely'
import { amountDue } from '#domain/shop/order.ts'
import type { Deps } from '../../deps.ts'
import type { Tables } from '../../store/tables.ts'
import { readOrderKeys } from '../subscriptions/read-order-keys.ts'
import { restoreOrderKeys, revokeOrderKeys } from '../subscriptions/revoke-order-keys.ts'
import { demandOrderMail } from './demand-order-mail.ts'
import { noteHistory } from './note-history.ts'
import { dropDueMails, selectOrderMails } from './order-mail-queries.ts'
import { type OrderRow, updateOrder } from './order-queries.ts'

const system = { actor: 'system' } as const

/**
 * Ends the codes of an order that was cancelled or fully refunded, and gives them back if it is reopened and paid again, in the transaction
 * that changed it. Codes used by then are left to a person. Returns the order as it is then.
 */
export async function withdrawOrRestore(
  within: Kysely<Tables>,
  deps: Pick<Deps, 'clock'>,
  order: OrderRow,
): Promise<OrderRow> {
  const isPaid = amountDue(order) <= 0
  if (order.withdrawn_at !== null) return order.state !== 'cancelled' && isPaid ? restore(within, deps, order) : order
  const isRefunded = !isPaid && order.paid <= 0 && (await readOrderKeys(within, order.id)).hasKeys
  return order.state === 'cancelled' || isRefunded ? withdraw(within, deps, order) : order
}

async function withdraw(within: Kysely<Tables>, deps: Pick<Deps, 'clock'>, order: OrderRow): Promise<OrderRow> {
  const now = deps.clock.now()
  const { revoked, used } = await revokeOrderKeys(within, order.id, now)
  await dropDueMails(within, order.id, 'codes')
  if (revoked + used > 0)
    await noteHistory(within, deps, order.id, system, { action: 'codesRevoked', after: { revoked, used } })
  return updateOrder(within, order.id, { withdrawn_at: now, used_codes: used, updated_at: now })
}

async function restore(within: Kysely<Tables>, deps: Pick<Deps, 'clock'>, order: OrderRow): Promise<OrderRow> {
  const restored = await restoreOrderKeys(within, order.id)
  if (restored > 0) {
    await noteHistory(within, deps, order.id, system, { action: 'codesRestored', after: { restored } })
    // the mail that was to bring the codes was dropped along with them
    const mail = (await selectOrderMails(within, order.id)).findLast(({ template }) => template === 'codes')
    if (mail?.state === 'settled') await demandOrderMail(within, deps, order.id, { template: 'codes' })
  }
  return updateOrder(within, order.id, { withdrawn_at: null, used_codes: 0, updated_at: deps.clock.now() })
}
