import type { OrderMailTemplate } from '#domain/shop/order-document.ts'
import type { Deps } from '../../../deps.ts'
import type { Mail } from '../../../platform/adapters/mailer.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { currentShopConfig } from '../../shop-config/read-shop-config.ts'
import { completionUrl } from '../completion-url.ts'
import { openOrder } from '../open-order.ts'
import { readCodes } from '../read-codes.ts'
import { documentOf } from './draw-order-document.ts'
import { toPaper } from './to-paper.ts'
import { writeCodesLetter, writeDocumentLetter } from './write-customer-letter.ts'
import { writeReleaseLetter } from './write-release-letter.ts'

/** For how long a mail about an order is retried. */
export const ORDER_MAIL_LIFE_MS = 7 * 24 * 3600_000

/**
 * Composes a mail about an order in the language of its recipient, with its paper attached. `commissionerIndex`: with `release`, which of the
 * configuration's commissioners, from 0. Throws 404 `order_not_found` or `commissioner_unknown`, 409 `order_without_codes` or
 * `bill_creditor_wrong`.
 */
export async function composeOrderMail(
  { database: { db }, secrets }: Pick<Deps, 'database' | 'secrets'>,
  orderId: number,
  template: OrderMailTemplate,
  { commissionerIndex = 0 }: { commissionerIndex?: number } = {},
): Promise<Mail> {
  const opened = await openOrder(db, orderId)
  const { config } = await currentShopConfig(db)
  const paper = toPaper(opened, config)
  const { order } = opened
  const { sender, senderName, contact } = config.mail
  const envelope = {
    sender: { name: senderName ?? paper.seller, ...(sender ? { address: sender } : {}) },
    replyTo: contact,
  }

  if (template === 'release') {
    const commissioner = config.commissioners[commissionerIndex]
    if (!commissioner) throw new AppError(404, 'commissioner_unknown')
    const letter = writeReleaseLetter(opened, { config, commissioner, pickup: paper.pickup })
    return { ...letter, ...envelope, to: commissioner.email }
  }
  if (template === 'codes') {
    const codes = await readCodes(db, { secrets }, orderId)
    if (codes.length === 0) throw new AppError(409, 'order_without_codes')
    return { ...writeCodesLetter(opened, paper, codes), ...envelope, to: order.email }
  }
  const { filename, content } = await documentOf(template, paper)
  const letter = writeDocumentLetter(template, paper, completionUrl(order))
  const attachments = [{ filename, contentType: 'application/pdf', content }]
  return { ...letter, ...envelope, to: order.email, attachments }
}
