import type { Insertable, Kysely, Selectable } from 'kysely'
import type { OrderMailFault, OrderMailTemplate } from '#domain/shop/order-document.ts'
import { FURTHEST_MS } from '../../platform/db/due-rows.ts'
import type { Tables } from '../../store/tables.ts'
import type { OrderMailTable } from './order-table.ts'

export type OrderMailRow = Selectable<OrderMailTable>

/** A mail with its state in the mail queue: `mailState` is null if there is no such mail (any more). */
export type PendingOrderMail = OrderMailRow & {
  mailState: Tables['mail']['state'] | null
  mailError: string | null
}

export async function insertOrderMail(db: Kysely<Tables>, row: Insertable<OrderMailTable>): Promise<void> {
  await db.insertInto('order_mail').values(row).execute()
}

/** Whether this administrator requested the same mail after this time, and it has not failed. */
export async function isDemanded(
  db: Kysely<Tables>,
  {
    order_id,
    template,
    commissioner,
    account_id,
  }: Pick<OrderMailRow, 'order_id' | 'template' | 'commissioner'> & {
    account_id: number
  },
  afterMs: number,
): Promise<boolean> {
  const same = await db
    .selectFrom('order_mail')
    .select('id')
    .where('order_id', '=', order_id)
    .where('template', '=', template)
    .where('commissioner', '=', commissioner)
    .where('account_id', '=', account_id)
    .where('state', '<>', 'failed')
    .where('created_at', '>', afterMs)
    .executeTakeFirst()
  return same !== undefined
}

const withMails = (db: Kysely<Tables>) =>
  db
    .selectFrom('order_mail')
    .leftJoin('mail', 'mail.id', 'order_mail.mail_id')
    .selectAll('order_mail')
    .select(['mail.state as mailState', 'mail.last_error as mailError'])

/** Mails that are due to be written, and queued ones that were sent, given up or deleted. */
export const selectDueOrderMails = (db: Kysely<Tables>, nowMs: number, limit: number): Promise<PendingOrderMail[]> =>
  withMails(db)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('order_mail.state', '=', 'due'),
          eb.or([eb('order_mail.due_at', '<=', nowMs), eb('order_mail.due_at', '>', nowMs + FURTHEST_MS)]),
        ]),
        eb.and([
          eb('order_mail.state', '=', 'queued'),
          eb.or([eb('mail.state', 'is', null), eb('mail.state', '<>', 'due')]),
        ]),
      ]),
    )
    .orderBy('order_mail.id')
    .limit(limit)
    .execute()

/** All mails of an order, oldest first. */
export const selectOrderMails = (db: Kysely<Tables>, orderId: number): Promise<PendingOrderMail[]> =>
  withMails(db).where('order_mail.order_id', '=', orderId).orderBy('order_mail.id').execute()

/** Marks a mail as taken; whoever gets the row hands it over. Undefined if it is no longer due. */
export const takeOrderMail = (db: Kysely<Tables>, id: number, recipient: string): Promise<OrderMailRow | undefined> =>
  db
    .updateTable('order_mail')
    .set({ state: 'queued', recipient })
    .where('id', '=', id)
    .where('state', '=', 'due')
    .returningAll()
    .executeTakeFirst()

export async function noteQueued(db: Kysely<Tables>, id: number, mailId: number): Promise<void> {
  await db.updateTable('order_mail').set({ mail_id: mailId }).where('id', '=', id).execute()
}

export async function putOffOrderMail(db: Kysely<Tables>, id: number, dueAt: number): Promise<void> {
  await db
    .updateTable('order_mail')
    .set((eb) => ({ due_at: dueAt, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'due')
    .execute()
}

export type OrderMailEnd = { state: 'sent' } | { state: 'failed'; fault: OrderMailFault; answer: string | null }

/** Records how a mail ended; undefined if that is already recorded. A failed one is settled if a later one of the same template is on its way or arrived. */
export const endOrderMail = (
  db: Kysely<Tables>,
  { id, order_id, template }: Pick<OrderMailRow, 'id' | 'order_id' | 'template'>,
  end: OrderMailEnd,
): Promise<OrderMailRow | undefined> =>
  db
    .updateTable('order_mail')
    .set((eb) => ({
      fault: end.state === 'failed' ? end.fault : null,
      answer: end.state === 'failed' ? end.answer : null,
      state:
        end.state === 'sent'
          ? ('sent' as const)
          : eb
              .case()
              .when(
                eb.exists(
                  eb
                    .selectFrom('order_mail as later')
                    .select('later.id')
                    .where('later.order_id', '=', order_id)
                    .where('later.template', '=', template)
                    .where('later.id', '>', id)
                    .where('later.state', '<>', 'failed'),
                ),
              )
              .then('settled' as const)
              .else('failed' as const)
              .end(),
    }))
    .where('id', '=', id)
    .where('state', 'in', ['due', 'queued'])
    .returningAll()
    .executeTakeFirst()

/** Settles the mails of this template that are not written yet or failed: they are no longer wanted. */
export async function dropDueMails(db: Kysely<Tables>, orderId: number, template: OrderMailTemplate): Promise<void> {
  await db
    .updateTable('order_mail')
    .set({ state: 'settled' })
    .where('order_id', '=', orderId)
    .where('template', '=', template)
    .where('state', 'in', ['due', 'failed'])
    .execute()
}

/** Settles failed mails of an order, one mail or those of one template: they need no attention any more. Returns how many. */
export async function settleFailedMails(
  db: Kysely<Tables>,
  orderId: number,
  which: { id: number } | { template: OrderMailTemplate },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('order_mail')
    .set({ state: 'settled' })
    .where('order_id', '=', orderId)
    .where('state', '=', 'failed')
    .where((eb) => ('id' in which ? eb('id', '=', which.id) : eb('template', '=', which.template)))
    .executeTakeFirst()
  return Number(numUpdatedRows)
}
