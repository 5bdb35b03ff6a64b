import { type Kysely, sql } from 'kysely'
import { clustered } from './column-type.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const day = db.schema
    .createTable('region_day')
    .addColumn('region_id', 'integer', (c) => c.notNull().references('region.id').onDelete('cascade'))
    .addColumn('date', 'text', (c) => c.notNull())
    .addColumn('hives', 'integer', (c) => c.notNull())
    .addColumn('owners', 'integer', (c) => c.notNull())
    .addColumn('mean_grams', 'integer', (c) => c.notNull())
    .addColumn('median_grams', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('region_day_key', ['region_id', 'date'])
  await clustered(db, day).execute()
  const dirty = db.schema
    .createTable('region_dirty_month')
    .addColumn('region_id', 'integer', (c) => c.notNull().references('region.id').onDelete('cascade'))
    .addColumn('month', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('region_dirty_month_key', ['region_id', 'month'])
  await clustered(db, dirty).execute()
  await db.schema
    .createTable('region_basis')
    .addColumn('region_id', 'integer', (c) => c.primaryKey().references('region.id').onDelete('cascade'))
    .addColumn('basis_hash', 'text', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('average_cursor')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('revision', 'bigint', (c) => c.notNull())
    .execute()
  await sql`insert into average_cursor (id, revision) values (1, 0)`.execute(db)
  await db.schema.alterTable('scale').addColumn('temperature_effect_milligrams', 'integer').execute()
  await db.schema.alterTable('scale').addColumn('temperature_reference_centi', 'integer').execute()
  await db.schema.alterTable('scale').addColumn('temperature_source', 'text').execute()
}
