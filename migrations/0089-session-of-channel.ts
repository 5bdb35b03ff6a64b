import type { Kysely } from 'kysely'

/**
 * The session in which a device last reported its push channel, so that it stops ringing when somebody signs it out from elsewhere. Null: it has
 * not reported since this migration, or it is no device. The session may be over: a phone whose app nobody opens goes on ringing.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('notification').addColumn('session_id', 'text').execute()
}
