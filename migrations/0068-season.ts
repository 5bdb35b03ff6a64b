import type { Kysely } from 'kysely'
import { identity } from './column-type.ts'

/**
 * Messages about the season. `season_notice`: the content of one message about an apiary, or about a week, as JSON. `season_told`: when each kind
 * of news about a hive was last sent, so that neither a crash nor a second node repeats it. `season_look`: the local day on which an apiary was
 * last checked. `season_digest`: how (null: not at all) and when (1 is Monday) a user wants the weekly message, and who does not want to be asked;
 * `last_at` is when it was last written. Times in epoch ms.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('season_notice')
    .addColumn('id', 'integer', identity(db))
    .addColumn('account_id', 'integer', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('controller_id', 'integer', (c) => c.references('controller.id').onDelete('cascade'))
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('season_notice_account').on('season_notice').column('account_id').execute()
  await db.schema.createIndex('season_notice_controller').on('season_notice').column('controller_id').execute()
  await db.schema
    .createTable('season_told')
    .addColumn('scale_id', 'integer', (c) => c.notNull().references('scale.id').onDelete('cascade'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('told_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('season_told_key', ['scale_id', 'kind'])
    .execute()
  await db.schema
    .createTable('season_look')
    .addColumn('controller_id', 'integer', (c) => c.primaryKey().references('controller.id').onDelete('cascade'))
    .addColumn('day', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('season_digest')
    .addColumn('account_id', 'integer', (c) => c.primaryKey().references('account.id').onDelete('cascade'))
    .addColumn('way', 'text')
    .addColumn('weekday', 'integer', (c) => c.notNull())
    .addColumn('hour', 'integer', (c) => c.notNull())
    .addColumn('time_zone', 'text', (c) => c.notNull())
    .addColumn('not_asked', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('last_at', 'bigint')
    .execute()
  await db.schema.alterTable('notification').addColumn('season_kinds', 'text').execute()
  await db.schema
    .alterTable('delivery')
    .addColumn('season_notice_id', 'integer', (c) => c.references('season_notice.id').onDelete('cascade'))
    .execute()
  await db.schema
    .createIndex('delivery_season_notice')
    .on('delivery')
    .columns(['season_notice_id', 'notification_id'])
    .unique()
    .execute()
  await db.schema.alterTable('mail').addColumn('unsubscribe', 'text').execute()
}
