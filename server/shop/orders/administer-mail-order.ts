import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { Cart, hasHardware } from '#domain/shop/cart.ts'
import { amountDue, type OrderFlag } from '#domain/shop/order.ts'
import type { OrderMailTemplate } from '#domain/shop/order-document.ts'
import { AppError } from '../../platform/http/app-error.ts'
import type { Tables } from '../../store/tables.ts'
import { type AdministerDeps, changeOrder } from './administer-edit-order.ts'
import { flagColumns } from './administer-order-queries.ts'
import { sendOrderMail } from './documents/send-order-mail.ts'
import { noteHistory } from './note-history.ts'
import { type OrderRow, updateOrder } from './order-queries.ts'
import { readCodes } from './read-codes.ts'
import { receiveByHand } from './receive-by-hand.ts'

type Mailing = { template: OrderMailTemplate | null; flag: OrderFlag | null; others: readonly OrderMailTemplate[] }

/** What the calls do that send a mail: which one belongs to it, the flag that then is set, and which others it may send instead. */
export const orderMailings = {
  resendConfirmation: { template: 'confirmation', flag: 'confirmationSent', others: ['codes'] },
  activatePrepay: { template: null, flag: null, others: ['confirmation', 'invoice'] },
  sendOffer: { template: 'offer', flag: 'offerSent', others: [] },
  sendInvoice: { template: 'invoice', flag: 'invoiceSent', others: [] },
  requestAdvance: { template: 'advance', flag: 'advanceRequested', others: [] },
  releaseOrder: { template: 'release', flag: 'cleared', others: [] },
} as const satisfies Record<string, Mailing>
export type OrderMailing = keyof typeof orderMailings

/** What was done, for the text of the answer. */
export type OrderMailed = OrderMailing | 'marked' | 'codesSent'

/**
 * Sends a mail about an order and marks it, both or neither; `template` null marks it alone, undefined sends what belongs to
 * the call. `activatePrepay` counts what is due as received before that, `releaseOrder` goes to a commissioner. Throws 400
 * `invalid_body` for a template that belongs to another call.
 */
export async function mailOrder(
  deps: AdministerDeps,
  accountId: number,
  {
    id,
    mailing,
    template,
    commissionerIndex,
  }: { id: number; mailing: OrderMailing; template: OrderMailTemplate | null | undefined; commissionerIndex: number },
): Promise<OrderMailed> {
  const { flag, template: usual, others }: Mailing = orderMailings[mailing]
  const sent = template === undefined ? usual : template
  if (sent !== null && sent !== usual && !others.includes(sent)) {
    throw new AppError(400, 'invalid_body', { issues: [{ path: 'sendTemplate', message: `not with ${mailing}` }] })
  }
  const who = { actor: 'administrator', accountId } as const
  await changeOrder(deps, { accountId, id, action: mailing, mail: sent }, async (within, held) => {
    const order = await prepare(within, deps, { accountId, order: held, mailing })
    if (sent) {
      const codes = sent === 'codes' ? await readCodes(within, deps, id) : []
      await sendOrderMail(deps, id, sent, { within, codes, commissionerIndex })
      await noteHistory(within, deps, id, who, { action: 'mailSent', after: { template: sent } })
    }
    const isUsual = sent === null || sent === usual
    if (!flag || !isUsual || order[flagColumns[flag]] === 1) return order
    await noteHistory(within, deps, id, who, { action: 'flagged', before: { [flag]: false }, after: { [flag]: true } })
    return updateOrder(within, id, { [flagColumns[flag]]: 1, updated_at: deps.clock.now() })
  })
  if (sent === 'codes') return 'codesSent'
  // a release needs nobody who gets a mail
  return sent === null && usual !== null && mailing !== 'releaseOrder' ? 'marked' : mailing
}

async function prepare(
  within: Kysely<Tables>,
  deps: AdministerDeps,
  { accountId, order, mailing }: { accountId: number; order: OrderRow; mailing: OrderMailing },
): Promise<OrderRow> {
  if (mailing === 'releaseOrder' && !hasHardware(v.parse(Cart, JSON.parse(order.cart)))) {
    throw new AppError(409, 'order_nothing_to_make')
  }
  if (mailing !== 'activatePrepay') return order
  if (order.state === 'cancelled') throw new AppError(409, 'order_state_wrong')
  const amount = amountDue(order)
  if (amount <= 0) throw new AppError(409, 'order_paid_already')
  return receiveByHand(within, deps, order, { amount, method: 'prepayment', accountId })
}
