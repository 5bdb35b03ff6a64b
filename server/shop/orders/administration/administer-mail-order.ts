import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { defined, mapDefined } from '#domain/platform/defined.ts'
import { Cart, hasHardware } from '#domain/shop/cart.ts'
import { amountDue, type OrderFlag } from '#domain/shop/order.ts'
import type { OrderMailTemplate } from '#domain/shop/order-document.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { tokenOfRequest } from '../../../platform/runtime/token-of-request.ts'
import type { Tables } from '../../../store/tables.ts'
import { billFaultOf } from '../../qr-bill/check-creditor.ts'
import { currentShopConfig } from '../../shop-config/read-shop-config.ts'
import { demandOrderMail } from '../demand-order-mail.ts'
import { noteHistory } from '../note-history.ts'
import { isDemanded, settleFailedMails } from '../order-mail-queries.ts'
import { flagColumns, type OrderRow, updateOrder } from '../order-queries.ts'
import { selectPayment } from '../payment-queries.ts'
import { readCodes } from '../read-codes.ts'
import { type AdministerDeps, changeOrder } from './administer-edit-order.ts'
import { receiveByHand } from './receive-by-hand.ts'

/** Nobody wants the same again this soon: it is a browser that repeats a request whose connection broke before the answer. */
const SAME_WITHIN_MS = 15_000

type Mailing = { template: OrderMailTemplate | null; flag: OrderFlag | null; others: readonly OrderMailTemplate[] }

/** The mailing actions: the template each sends, the flag that it sets, and other templates it may send instead. */
export const orderMailings = {
  resendConfirmation: { template: 'confirmation', flag: 'confirmationSent', others: ['codes'] },
  activatePrepay: { template: null, flag: null, others: ['confirmation', 'invoice'] },
  sendOffer: { template: 'offer', flag: 'offerSent', others: [] },
  sendInvoice: { template: 'invoice', flag: 'invoiceSent', others: [] },
  requestAdvance: { template: 'advance', flag: 'advanceRequested', others: [] },
  releaseOrder: { template: 'release', flag: 'cleared', others: [] },
} as const satisfies Record<string, Mailing>
export type OrderMailing = keyof typeof orderMailings

/** What was done, for the text of the response. */
export type OrderMailed = OrderMailing | 'marked' | 'codesSent' | 'releaseSent'

type Mailed = {
  id: number
  mailing: OrderMailing
  template: OrderMailTemplate | null | undefined
  commissionerIndex: number
  /** The customer's new address. */
  email: string | undefined
  /** The administrator's id of this request, by which a prepayment is known. */
  requestId?: string | undefined
}

/**
 * Queues a mail about an order, which marks the order once the mail server has accepted it. `template` null marks the order without a mail,
 * undefined sends the template of the action. `activatePrepay` first counts the amount due as received, `releaseOrder` goes to a commissioner.
 * The same prepayment again changes nothing. Throws 400 `invalid_body` for a template of another action, 503 `mail_unavailable`, and whatever else makes the mail impossible. The same
 * request again within seconds sends nothing.
 */
export async function mailOrder(
  deps: AdministerDeps,
  accountId: number,
  { id, mailing, template, commissionerIndex, email, requestId }: Mailed,
): Promise<OrderMailed> {
  const { flag, template: usual, others }: Mailing = orderMailings[mailing]
  const sent = template === undefined ? usual : template
  if (sent !== null && sent !== usual && !others.includes(sent)) {
    throw new AppError(400, 'invalid_body', {
      issues: [{ path: 'sendTemplate', code: 'wrong', detail: `not with ${mailing}` }],
    })
  }
  if (email !== undefined && (sent === null || sent === 'release')) {
    throw new AppError(400, 'invalid_body', {
      issues: [{ path: 'email', code: 'wrong', detail: `not with ${sent ?? 'no mail'}` }],
    })
  }
  if (sent && !deps.mailer.available) throw new AppError(503, 'mail_unavailable')
  const paymentId = mapDefined(requestId, (one) =>
    tokenOfRequest(deps.secrets, 'prepayment', accountId, `${id} ${one}`),
  )
  const who = { actor: 'administrator', accountId } as const
  await changeOrder(deps, { accountId, id, action: mailing, mail: sent }, async (within, held) => {
    if (mailing === 'activatePrepay' && paymentId && (await selectPayment(within, 'hand', paymentId))) return undefined
    const order = await prepare(within, deps, { accountId, order: held, mailing, paymentId })
    if (sent) {
      await requireWritable(within, deps, { order, template: sent, commissionerIndex })
      const mail = { order_id: id, template: sent, commissioner: commissionerIndex, account_id: accountId }
      const isElsewhere = email !== undefined && email !== order.email
      const isRepeated = !isElsewhere && (await isDemanded(within, mail, deps.clock.now() - SAME_WITHIN_MS))
      if (isRepeated) return order === held ? undefined : order
      await demandOrderMail(within, deps, id, { template: sent, accountId, commissioner: commissionerIndex })
      return email === undefined ? order : correctEmail(within, deps, { order, email, accountId })
    }
    const settled = usual ? await settleFailedMails(within, id, { template: usual }) : 0
    if (!flag || order[flagColumns[flag]] === 1) return order === held && settled === 0 ? undefined : order
    await noteHistory(within, deps, id, who, { action: 'flagged', before: { [flag]: false }, after: { [flag]: true } })
    return updateOrder(within, id, { [flagColumns[flag]]: 1, updated_at: deps.clock.now() })
  })
  if (sent === 'codes') return 'codesSent'
  if (sent === 'release') return 'releaseSent'
  // a release may be marked without a mail
  return sent === null && usual !== null && mailing !== 'releaseOrder' ? 'marked' : mailing
}

/** Mails that would have somebody make, or pay for, what nobody wants any more. */
const notOnceCancelled: ReadonlySet<OrderMailTemplate> = new Set(['release', 'advance'])

/** Throws right away for anything that is certain to make the mail fail or be wrong. */
async function requireWritable(
  within: Kysely<Tables>,
  deps: Pick<Deps, 'secrets'>,
  { order, template, commissionerIndex }: { order: OrderRow; template: OrderMailTemplate; commissionerIndex: number },
): Promise<void> {
  if (order.state === 'cancelled' && notOnceCancelled.has(template)) throw new AppError(409, 'order_state_wrong')
  if (template === 'advance' && amountDue(order) <= 0) throw new AppError(409, 'order_paid_already')
  const { config } = await currentShopConfig(within)
  if (template === 'release') {
    if (!config.commissioners[commissionerIndex]) throw new AppError(404, 'commissioner_unknown')
  } else if (template === 'codes') {
    if ((await readCodes(within, deps, order.id)).length === 0) throw new AppError(409, 'order_without_codes')
  } else {
    const field = billFaultOf(config.creditor)
    if (field) throw new AppError(409, 'bill_creditor_wrong', { values: { field } })
  }
}

async function correctEmail(
  within: Kysely<Tables>,
  deps: Pick<Deps, 'clock'>,
  { order, email, accountId }: { order: OrderRow; email: string; accountId: number },
): Promise<OrderRow> {
  if (email === order.email) return order
  const change = { before: { email: order.email }, after: { email } }
  await noteHistory(within, deps, order.id, { actor: 'administrator', accountId }, { action: 'edited', ...change })
  return updateOrder(within, order.id, { email, updated_at: deps.clock.now() })
}

async function prepare(
  within: Kysely<Tables>,
  deps: AdministerDeps,
  {
    accountId,
    order,
    mailing,
    paymentId,
  }: { accountId: number; order: OrderRow; mailing: OrderMailing; paymentId: string | undefined },
): Promise<OrderRow> {
  if (mailing === 'releaseOrder' && !hasHardware(v.parse(Cart, JSON.parse(order.cart)))) {
    throw new AppError(409, 'order_nothing_to_make')
  }
  if (mailing !== 'activatePrepay') return order
  if (order.state === 'cancelled') throw new AppError(409, 'order_state_wrong')
  const amount = amountDue(order)
  if (amount <= 0) throw new AppError(409, 'order_paid_already')
  return receiveByHand(within, deps, order, { amount, method: 'prepayment', accountId, ...defined({ paymentId }) })
}
