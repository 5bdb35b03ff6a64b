import type { Kysely } from 'kysely'
import { clustered } from './column-type.ts'

/**
 * The interval that a transmitter had before it was last changed, and when that was (epoch ms): it keeps to the former one until it has been heard
 * after the change. And which other transmitters, as `,3,5,`, a message about a silent one names. Null: none, or from before this migration.
 * And when the columns of a scale were last edited (epoch ms), so that an edit that waited on a device replaces no later one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('controller').addColumn('former_interval_hours', 'integer').execute()
  await db.schema.alterTable('controller').addColumn('interval_changed_at', 'bigint').execute()
  await db.schema.alterTable('delivery').addColumn('named', 'text').execute()
  const edits = db.schema
    .createTable('scale_edit')
    .addColumn('scale_id', 'integer', (c) => c.notNull().references('scale.id').onDelete('cascade'))
    .addColumn('edited_column', 'text', (c) => c.notNull())
    .addColumn('edited_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('scale_edit_key', ['scale_id', 'edited_column'])
  await clustered(db, edits).execute()
}
