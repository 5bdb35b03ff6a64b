import type { Kysely } from 'kysely'
import { clustered } from './column-type.ts'

/**
 * Rules that users define: `terms` as JSON, for all of a user's hives (`every_own`) or those in `rule_scale`, notified on every channel or those in
 * `rule_notification`. `since` is when the terms last changed (epoch ms). An alarm may come from a rule (empty: from none) and then belongs
 * to one account only; two rules may begin with the same reading.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('rule')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'integer', (c) => c.notNull().references('account.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('terms', 'text', (c) => c.notNull())
    .addColumn('every_own', 'integer', (c) => c.notNull())
    .addColumn('every_channel', 'integer', (c) => c.notNull())
    .addColumn('is_on', 'integer', (c) => c.notNull())
    .addColumn('since', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('rule_account').on('rule').column('account_id').execute()
  const scales = db.schema
    .createTable('rule_scale')
    .addColumn('rule_id', 'text', (c) => c.notNull().references('rule.id').onDelete('cascade'))
    .addColumn('scale_id', 'integer', (c) => c.notNull().references('scale.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('rule_scale_key', ['rule_id', 'scale_id'])
  await clustered(db, scales).execute()
  await db.schema.createIndex('rule_scale_scale').on('rule_scale').column('scale_id').execute()
  const channels = db.schema
    .createTable('rule_notification')
    .addColumn('rule_id', 'text', (c) => c.notNull().references('rule.id').onDelete('cascade'))
    .addColumn('notification_id', 'integer', (c) => c.notNull().references('notification.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('rule_notification_key', ['rule_id', 'notification_id'])
  await clustered(db, channels).execute()
  await db.schema
    .createIndex('rule_notification_notification')
    .on('rule_notification')
    .column('notification_id')
    .execute()
  await db.schema
    .alterTable('alarm')
    .addColumn('rule_id', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('alarm')
    .addColumn('account_id', 'integer', (c) => c.references('account.id').onDelete('cascade'))
    .execute()
  await db.schema.dropIndex('alarm_episode').ifExists().execute()
  await db.schema
    .createIndex('alarm_episode')
    .on('alarm')
    .columns(['controller_id', 'scale_id', 'type', 'started_at', 'rule_id'])
    .unique()
    .execute()
  await db.schema.createIndex('alarm_rule').on('alarm').column('rule_id').where('rule_id', '<>', '').execute()
  await db.schema
    .createIndex('alarm_account')
    .on('alarm')
    .column('account_id')
    .where('account_id', 'is not', null)
    .execute()
}
