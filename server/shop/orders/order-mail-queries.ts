import type { Insertable, Kysely, Selectable } from 'kysely'
import type { OrderMailFault, OrderMailTemplate } from '#domain/shop/order-document.ts'
import type { Tables } from '../../store/tables.ts'
import type { OrderMailTable } from './order-table.ts'

export type OrderMailRow = Selectable<OrderMailTable>

/** What a mail server has of it: `mailState` null where there is no such mail (any more). */
export type PendingOrderMail = OrderMailRow & {
  mailState: Tables['mail']['state'] | null
  mailError: string | null
}

export async function insertOrderMail(db: Kysely<Tables>, row: Insertable<OrderMailTable>): Promise<void> {
  await db.insertInto('order_mail').values(row).execute()
}

/** Whether an administrator wanted the same after this time, and it has not failed. */
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

/** What is to be written, and what the mail server has decided about. */
export const selectDueOrderMails = (db: Kysely<Tables>, nowMs: number, limit: number): Promise<PendingOrderMail[]> =>
  withMails(db)
    .where((eb) =>
      eb.or([
        eb.and([eb('order_mail.state', '=', 'due'), eb('order_mail.due_at', '<=', nowMs)]),
        eb.and([
          eb('order_mail.state', '=', 'queued'),
          eb.or([eb('mail.state', 'is', null), eb('mail.state', '<>', 'due')]),
        ]),
      ]),
    )
    .orderBy('order_mail.id')
    .limit(limit)
    .execute()

/** All of an order, the oldest first. */
export const selectOrderMails = (db: Kysely<Tables>, orderId: number): Promise<PendingOrderMail[]> =>
  withMails(db).where('order_mail.order_id', '=', orderId).orderBy('order_mail.id').execute()

/** Whoever gets the row hands it over; undefined where it is due no more. */
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

/**
 * Writes how it ended; undefined where that is written already. What failed while a later one of the same template is on its way,
 * or arrived, needs nobody.
 */
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

/** What is not written yet, or failed, is wanted no more. */
export async function dropDueMails(db: Kysely<Tables>, orderId: number, template: OrderMailTemplate): Promise<void> {
  await db
    .updateTable('order_mail')
    .set({ state: 'settled' })
    .where('order_id', '=', orderId)
    .where('template', '=', template)
    .where('state', 'in', ['due', 'failed'])
    .execute()
}

/** What failed of an order needs nobody any more: one mail, or those of one template. Gives how many. */
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
