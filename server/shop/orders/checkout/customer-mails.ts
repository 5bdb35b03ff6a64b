import type { Kysely } from 'kysely'
import type { CustomerMail, OrderStatus } from '#domain/shop/order.ts'
import { customerPapers, type OrderMailTemplate } from '#domain/shop/order-document.ts'
import type { Deps } from '../../../deps.ts'
import type { Tables } from '../../../store/tables.ts'
import { type PendingOrderMail, selectOrderMails } from '../order-mail-queries.ts'
import type { OrderRow } from '../order-queries.ts'
import { readCodes } from '../read-codes.ts'

const DELAYED_AFTER_MS = 2 * 60_000

export type CustomerMails = Pick<OrderStatus, 'mail' | 'papers' | 'codes'>

/** The state of the mails to a customer. Papers and codes that could not be mailed are available here instead, to whoever has the order's key. */
export async function readCustomerMails(
  db: Kysely<Tables>,
  { mailer, secrets, clock }: Pick<Deps, 'mailer' | 'secrets' | 'clock'>,
  order: Pick<OrderRow, 'id' | 'state'>,
): Promise<CustomerMails> {
  const mails = await selectOrderMails(db, order.id)
  const fateOf = (template: OrderMailTemplate) => {
    const newest = mails.findLast((one) => one.template === template)
    return fateOfMail(newest, { isAvailable: mailer.available, now: clock.now() })
  }
  const fates = [...customerPapers, 'codes' as const].map(fateOf)
  return {
    mail: worstFirst.find((fate) => fates.includes(fate)) ?? 'none',
    papers: customerPapers.filter((paper) => isMissing(fateOf(paper))),
    codes: order.state !== 'cancelled' && isMissing(fateOf('codes')) ? await readCodes(db, { secrets }, order.id) : [],
  }
}

/** The most important state of several mails comes first. */
const worstFirst = ['failed', 'delayed', 'due', 'sent'] as const

const isMissing = (fate: CustomerMail) => fate === 'delayed' || fate === 'failed'

/** The state of one mail. `delayed`: tried without success, or not even tried for a while; the tries go on. */
function fateOfMail(
  mail: PendingOrderMail | undefined,
  { isAvailable, now }: { isAvailable: boolean; now: number },
): CustomerMail {
  const isLate = mail !== undefined && now - mail.created_at > DELAYED_AFTER_MS
  switch (mail?.state) {
    case undefined:
      return 'none'
    case 'sent':
      return 'sent'
    case 'failed':
    case 'settled':
      return 'failed'
    case 'due':
      if (!isAvailable) return 'failed'
      return isLate ? 'delayed' : 'due'
    case 'queued':
      if (mail.mailState === 'sent') return 'sent'
      if (mail.mailState !== 'due') return 'failed'
      return isLate || mail.mailError !== null ? 'delayed' : 'due'
  }
}
