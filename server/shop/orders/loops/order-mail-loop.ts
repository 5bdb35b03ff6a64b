import type { ErrorCode } from '#domain/platform/error-code.ts'
import type { OrderFlag } from '#domain/shop/order.ts'
import type { OrderMailFault, OrderMailTemplate } from '#domain/shop/order-document.ts'
import type { Deps } from '../../../deps.ts'
import { selectNextDueRow } from '../../../platform/db/due-rows.ts'
import { AppError } from '../../../platform/http/app-error.ts'
import { createDueLoop, type DueLoop } from '../../../platform/loops/due-loop.ts'
import { queueMail } from '../../../platform/mails/queue-mail.ts'
import { composeOrderMail, ORDER_MAIL_LIFE_MS } from '../documents/compose-order-mail.ts'
import { noteHistory, type OrderActor } from '../note-history.ts'
import {
  endOrderMail,
  noteQueued,
  type OrderMailEnd,
  type PendingOrderMail,
  putOffOrderMail,
  selectDueOrderMails,
  takeOrderMail,
} from '../order-mail-queries.ts'
import { flagColumns, holdOrder, updateOrder } from '../order-queries.ts'

/** Papers are drawn on the thread that answers requests: one at a time. */
const PARALLEL = 1
const FIRST_PAUSE_MS = 10_000
const ATTEMPTS = 10
const ANSWER_LENGTH = 160

/** The flag that an order gets once this mail is sent. */
export const flagOfMail: Partial<Record<OrderMailTemplate, OrderFlag>> = {
  confirmation: 'confirmationSent',
  offer: 'offerSent',
  invoice: 'invoiceSent',
  advance: 'advanceRequested',
  release: 'cleared',
}

/** Errors that no retry can fix until a person does something about them. */
const faults: Partial<Record<ErrorCode, OrderMailFault>> = {
  bill_creditor_wrong: 'paper',
  order_without_codes: 'codes',
  commissioner_unknown: 'commissioner',
}

type Outcome = OrderMailEnd | 'queued' | 'later'
type MailDeps = Pick<Deps, 'database' | 'clock' | 'logger' | 'mailer' | 'secrets' | 'wakeMails'>

/** Writes the mails requested for orders, hands them over, and records the outcome of each on its order: the only way an order gets its flag. */
export function createOrderMailLoop(deps: MailDeps): DueLoop {
  const { clock, logger } = deps
  const { db } = deps.database
  return createDueLoop<PendingOrderMail, Outcome>(deps, {
    name: 'order mails',
    parallel: PARALLEL,
    selectDue: (nowMs, limit) => selectDueOrderMails(db, nowMs, limit),
    selectNextDue: (afterMs) => selectNextDueRow(db, 'order_mail', 'due', afterMs),
    async attempt(row) {
      try {
        return row.state === 'due' ? await hand(deps, row) : endOf(row)
      } catch (error) {
        const fault = error instanceof AppError ? faults[error.code] : undefined
        if (fault) return { state: 'failed', fault, answer: null }
        logger.error({ err: error, orderId: row.order_id, template: row.template }, 'a mail could not be written')
        return row.attempts + 1 < ATTEMPTS ? 'later' : { state: 'failed', fault: 'failed', answer: null }
      }
    },
    async settle(row, outcome) {
      if (outcome === 'queued') return
      if (outcome === 'later') await putOffOrderMail(db, row.id, clock.now() + FIRST_PAUSE_MS * 2 ** row.attempts)
      else await noteEnd(deps, row, outcome)
    },
  })
}

/** The paper is drawn before the transaction that queues it, so that nothing waits for it. */
async function hand(deps: MailDeps, row: PendingOrderMail): Promise<Outcome> {
  const { db } = deps.database
  if (!deps.mailer.available) return { state: 'failed', fault: 'unavailable', answer: null }
  const mail = await composeOrderMail(deps, row.order_id, row.template, { commissionerIndex: row.commissioner })
  await db.transaction().execute(async (within) => {
    // it may have become unwanted while it was written
    if (!(await takeOrderMail(within, row.id, mail.to))) return
    await noteQueued(within, row.id, await queueMail(deps, mail, { lifeMs: ORDER_MAIL_LIFE_MS, within }))
  })
  deps.wakeMails()
  return 'queued'
}

/** A mail that no longer exists was given up long ago. */
function endOf({ mailState, mailError }: PendingOrderMail): OrderMailEnd {
  if (mailState === 'sent') return { state: 'sent' }
  const fault = mailState === 'failed' ? 'refused' : 'expired'
  return { state: 'failed', fault, answer: mailError?.slice(0, ANSWER_LENGTH) ?? null }
}

async function noteEnd(deps: MailDeps, row: PendingOrderMail, end: OrderMailEnd): Promise<void> {
  await deps.database.db.transaction().execute(async (within) => {
    const order = await holdOrder(within, row.order_id)
    const ended = order && (await endOrderMail(within, row, end))
    if (!order || !ended) return
    const { template, recipient, account_id: accountId, fault, answer } = ended
    const who: OrderActor = accountId === null ? { actor: 'system' } : { actor: 'administrator', accountId }
    const to = recipient ?? (template === 'release' ? null : order.email)
    const what = end.state === 'sent' ? { template, to } : { template, to, fault, answer }
    await noteHistory(within, deps, order.id, who, {
      action: end.state === 'sent' ? 'mailSent' : 'mailFailed',
      after: what,
    })
    const flag = flagOfMail[template]
    if (end.state !== 'sent' || !flag || order[flagColumns[flag]] === 1) return
    // `updated_at` stays, so that an administrator editing the order right now gets no conflict
    await updateOrder(within, order.id, { [flagColumns[flag]]: 1, updated_at: order.updated_at })
    if (accountId !== null) {
      await noteHistory(within, deps, order.id, who, {
        action: 'flagged',
        before: { [flag]: false },
        after: { [flag]: true },
      })
    }
  })
}
