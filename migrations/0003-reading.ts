import { type Kysely, sql } from 'kysely'
import { bytes, clustered, identity } from './column-type.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('inbox')
    .addColumn('id', 'integer', identity(db))
    .addColumn('controller_id', 'integer', (c) => c.notNull())
    .addColumn('received_at', 'bigint', (c) => c.notNull())
    .addColumn('body', bytes(db), (c) => c.notNull())
    .execute()
  const tile = db.schema
    .createTable('tile')
    .addColumn('scale_id', 'integer', (c) => c.notNull())
    .addColumn('level', 'integer', (c) => c.notNull())
    .addColumn('from', 'bigint', (c) => c.notNull())
    .addColumn('bytes', bytes(db), (c) => c.notNull())
    .addColumn('revision', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('tile_key', ['scale_id', 'level', 'from'])
  await clustered(db, tile).execute()
  await db.schema
    .createTable('tile_cursor')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('revision', 'bigint', (c) => c.notNull())
    .execute()
  await sql`insert into tile_cursor (id, revision) values (1, 0)`.execute(db)
  await db.schema
    .createTable('scale_last')
    .addColumn('scale_id', 'integer', (c) => c.primaryKey())
    .addColumn('time', 'bigint', (c) => c.notNull())
    .addColumn('weight_grams', 'integer')
    .addColumn('temperature_centi', 'integer')
    .addColumn('humidity_permille', 'integer')
    .addColumn('gain_level_grams', 'integer', (c) => c.notNull())
    .addColumn('loss_level_grams', 'integer', (c) => c.notNull())
    .execute()
  const checkpoint = db.schema
    .createTable('detector_checkpoint')
    .addColumn('scale_id', 'integer', (c) => c.notNull())
    .addColumn('from', 'bigint', (c) => c.notNull())
    .addColumn('state', bytes(db), (c) => c.notNull())
    .addPrimaryKeyConstraint('detector_checkpoint_key', ['scale_id', 'from'])
  await clustered(db, checkpoint).execute()
}
