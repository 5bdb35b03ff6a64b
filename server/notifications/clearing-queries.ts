import type { Kysely } from 'kysely'
import type { Tables } from '../db/tables.ts'

/** Takes away some deliveries that are through since before a time, and says how many. */
export async function deleteSettledDeliveries(db: Kysely<Tables>, beforeMs: number, limit: number): Promise<number> {
  const gone = await db
    .deleteFrom('delivery')
    .where('id', 'in', (where) =>
      where
        .selectFrom('delivery')
        .select('id')
        .where('state', '<>', 'due')
        .where('created_at', '<', beforeMs)
        .orderBy('id')
        .limit(limit),
    )
    .returning('id')
    .execute()
  return gone.length
}

export async function deleteUnconfirmed(db: Kysely<Tables>, beforeMs: number): Promise<void> {
  await db
    .deleteFrom('notification')
    .where('status', '=', 'pending')
    .where('created_at', '<', beforeMs)
    .where((where) => where.or([where('code_expires_at', 'is', null), where('code_expires_at', '<', beforeMs)]))
    .execute()
}

export async function deleteEndedMutes(db: Kysely<Tables>, beforeMs: number): Promise<void> {
  await db.deleteFrom('mute').where('until', '<', beforeMs).execute()
}
