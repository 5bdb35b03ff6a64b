import type { Kysely } from 'kysely'
import type { OrderMailTemplate } from '#domain/shop/order-document.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { queueMail } from '../../../platform/mails/queue-mail.ts'
import type { Tables } from '../../../store/tables.ts'
import { currentShopConfig } from '../../shop-config/read-shop-config.ts'
import { openOrder } from '../administer-open-order.ts'
import { documentOf } from './draw-order-document.ts'
import { toPaper } from './to-paper.ts'
import { writeCodesLetter, writeDocumentLetter } from './write-customer-letter.ts'
import { writeReleaseLetter } from './write-release-letter.ts'

/** How long a mail about an order is tried. */
const LIFE_MS = 7 * 24 * 3600_000

export type OrderMailDetails = {
  /** The row belongs to this transaction; the caller calls `deps.wakeMails()` once it is committed. */
  within?: Kysely<Tables>
  /** With `codes`: what the customer may redeem, in the clear. */
  codes?: readonly string[]
  /** With `release`: which of the configuration's commissioners, from 0. */
  commissionerIndex?: number
}

/**
 * Queues a mail about an order in the language of who gets it, with its paper attached; gives the id of the mail's row. It
 * sets no flag and writes no history: the caller does. Throws 404 `order_not_found` or `commissioner_unknown`, 409
 * `order_without_codes` or `bill_creditor_wrong`.
 */
export async function sendOrderMail(
  deps: Pick<Deps, 'database' | 'clock' | 'wakeMails'>,
  orderId: number,
  template: OrderMailTemplate,
  { within, codes = [], commissionerIndex = 0 }: OrderMailDetails = {},
): Promise<number> {
  const db = within ?? deps.database.db
  const opened = await openOrder(db, orderId)
  const { config } = await currentShopConfig(db)
  const paper = toPaper(opened, config)
  const { order } = opened
  const { sender, senderName, contact } = config.mail
  const envelope = {
    sender: { name: senderName ?? paper.seller, ...(sender ? { address: sender } : {}) },
    replyTo: contact,
  }
  const how = { lifeMs: LIFE_MS, ...(within ? { within } : {}) }

  if (template === 'release') {
    const commissioner = config.commissioners[commissionerIndex]
    if (!commissioner) throw new AppError(404, 'commissioner_unknown')
    const letter = writeReleaseLetter(opened, { config, commissioner, pickup: paper.pickup })
    return queueMail(deps, { ...letter, ...envelope, to: commissioner.email }, how)
  }
  if (template === 'codes') {
    if (codes.length === 0) throw new AppError(409, 'order_without_codes')
    return queueMail(deps, { ...writeCodesLetter(opened, paper, codes), ...envelope, to: order.email }, how)
  }
  const { filename, content } = await documentOf(template, paper)
  const letter = writeDocumentLetter(template, paper, order.site)
  const attachments = [{ filename, contentType: 'application/pdf', content }]
  return queueMail(deps, { ...letter, ...envelope, to: order.email, attachments }, how)
}
