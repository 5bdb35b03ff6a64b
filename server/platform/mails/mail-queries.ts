import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Tables } from '../../store/tables.ts'
import { FURTHEST_MS, selectNextDueRow } from '../db/due-rows.ts'
import type { MailTable } from './mail-table.ts'

export type MailRow = Selectable<MailTable>

export async function insertMail(db: Kysely<Tables>, row: Insertable<MailTable>): Promise<number> {
  const { id } = await db.insertInto('mail').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/** What is needed to schedule a mail. */
export type DueMail = Pick<MailRow, 'id' | 'recipient'>

/** Recipients take turns, the oldest mail of each first. */
export const selectDueMails = (db: Kysely<Tables>, nowMs: number, limit: number): Promise<DueMail[]> => {
  const due = db
    .selectFrom('mail')
    .where('state', '=', 'due')
    .where(({ eb, or }) => or([eb('due_at', '<=', nowMs), eb('due_at', '>', nowMs + FURTHEST_MS)]))
    .select(['id', 'recipient', 'due_at'])
    .select(({ fn }) =>
      fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('recipient').orderBy('due_at').orderBy('id'))
        .as('turn'),
    )
  return db
    .selectFrom(due.as('due'))
    .select(['id', 'recipient'])
    .orderBy('turn')
    .orderBy('due_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** `is_of_account`: whether the recipient is the address of an active account. */
export type MailToSend = MailRow & { is_of_account: boolean | 0 | 1 }

/** Returns undefined if it is no longer due. */
export const selectStillDueMail = (db: Kysely<Tables>, id: number): Promise<MailToSend | undefined> =>
  db
    .selectFrom('mail')
    .selectAll()
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('account')
          .select('account.id')
          .whereRef('account.email', '=', 'mail.recipient')
          .where('account.active', '=', 1),
      )
        .$castTo<boolean | 0 | 1>()
        .as('is_of_account'),
    )
    .where('id', '=', id)
    .where('state', '=', 'due')
    .executeTakeFirst()

/** When the next mail is due, in epoch ms. */
export const selectNextDueMail = (db: Kysely<Tables>, afterMs: number): Promise<number | undefined> =>
  selectNextDueRow(db, 'mail', 'due', afterMs)

export type MailEnd =
  | { state: 'sent'; sentAt: number }
  | { state: 'failed' | 'expired'; error: string }
  | { state: 'due'; error: string; dueAt: number }

/** Records the outcome of an attempt. Mails that will not be sent again lose their content, which may contain a secret link. */
export async function noteMailAttempt(db: Kysely<Tables>, id: number, end: MailEnd): Promise<void> {
  await db
    .updateTable('mail')
    .set((eb) => ({
      state: end.state,
      attempts: eb('attempts', '+', 1),
      ...(end.state === 'sent' ? { sent_at: end.sentAt, last_error: null } : { last_error: end.error }),
      ...(end.state === 'due'
        ? { due_at: end.dueAt }
        : { text: null, html: null, attachments: null, unsubscribe: null }),
    }))
    .where('id', '=', id)
    .execute()
}
