import type { Kysely, Selectable } from 'kysely'
import type { Tables } from '../../store/tables.ts'

type ControllerRow = Selectable<Tables['controller']>

export type AccountToRemove = Pick<Selectable<Tables['account']>, 'admin' | 'email' | 'language'>

export const selectAccountToRemove = (db: Kysely<Tables>, id: number): Promise<AccountToRemove | undefined> =>
  db.selectFrom('account').select(['admin', 'email', 'language']).where('id', '=', id).executeTakeFirst()

export const selectOwnControllers = (db: Kysely<Tables>, ownerId: number): Promise<ControllerRow[]> =>
  db.selectFrom('controller').selectAll().where('owner_id', '=', ownerId).orderBy('id').execute()

/** The ids of an account's imports and EXPORT jobs, after which their files are named. */
export async function selectFilesOf(
  db: Kysely<Tables>,
  accountId: number,
): Promise<{ importIds: number[]; exportIds: number[] }> {
  const imports = await db.selectFrom('import').select('id').where('account_id', '=', accountId).execute()
  const exports = await db
    .selectFrom('job')
    .select('id')
    .where('account_id', '=', accountId)
    .where('type', '=', 'EXPORT')
    .execute()
  return { importIds: imports.map(({ id }) => id), exportIds: exports.map(({ id }) => id) }
}

export async function hasOrders(db: Kysely<Tables>, accountId: number): Promise<boolean> {
  const row = await db.selectFrom('order').select('id').where('account_id', '=', accountId).limit(1).executeTakeFirst()
  return row !== undefined
}

/**
 * Deletes the account itself and, by cascade, everything that belongs to it. Orders are kept, and so are their mails until the order knows how they ended:
 * whoever ordered gets the confirmation and the bill.
 */
export async function deleteAccount(db: Kysely<Tables>, account: { id: number; email: string }): Promise<void> {
  await db
    .deleteFrom('mail')
    .where('recipient', '=', account.email)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('order_mail')
            .select('order_mail.id')
            .whereRef('order_mail.mail_id', '=', 'mail.id')
            .where('order_mail.state', '=', 'queued'),
        ),
      ),
    )
    .execute()
  await db.deleteFrom('account').where('id', '=', account.id).execute()
}
