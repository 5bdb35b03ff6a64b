import type { Kysely } from 'kysely'
import { partsOf } from '../../../platform/db/parts-of.ts'
import type { Tables } from '../../../store/tables.ts'
import type { InboxRow } from '../store/hot-statements.ts'

const TRANSMITTERS_AT_ONCE = 500

/** Deletes the rows that belong to one of these transmitters only. */
export async function deleteInboxOf(db: Kysely<Tables>, controllerIds: readonly number[]): Promise<void> {
  for (const ids of partsOf(controllerIds, TRANSMITTERS_AT_ONCE)) {
    await db.deleteFrom('inbox').where('controller_id', 'in', ids).execute()
  }
}

/** The first row after `afterId` that several transmitters share. */
export const selectSharedInboxAfter = (db: Kysely<Tables>, afterId: number): Promise<InboxRow | undefined> =>
  db
    .selectFrom('inbox')
    .selectAll()
    .where('id', '>', afterId)
    .where('senders', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

export const updateSharedInbox = (
  db: Kysely<Tables>,
  id: number,
  { body, senders }: { body: Uint8Array; senders: Uint8Array },
) => db.updateTable('inbox').set({ body, senders }).where('id', '=', id).execute()

export const deleteInbox = (db: Kysely<Tables>, id: number) => db.deleteFrom('inbox').where('id', '=', id).execute()
