import type { Kysely } from 'kysely'
import { bytes, clustered } from './column-type.ts'

/** Weights before calibration are kept, one row per day, and a calibration applies from a given time on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const days = db.schema
    .createTable('raw_weight_day')
    .addColumn('scale_id', 'integer', (c) => c.notNull())
    .addColumn('from', 'bigint', (c) => c.notNull())
    .addColumn('bytes', bytes(db), (c) => c.notNull())
    .addPrimaryKeyConstraint('raw_weight_day_key', ['scale_id', 'from'])
  await clustered(db, days).execute()

  const points = db.schema
    .createTable('calibration_point')
    .addColumn('controller_id', 'integer', (c) => c.notNull().references('controller.id').onDelete('cascade'))
    .addColumn('channel', 'integer', (c) => c.notNull())
    .addColumn('from', 'bigint', (c) => c.notNull())
    .addColumn('zero_raw', 'double precision', (c) => c.notNull())
    .addColumn('kg_per_raw', 'double precision', (c) => c.notNull())
    .addPrimaryKeyConstraint('calibration_point_key', ['controller_id', 'channel', 'from'])
  await clustered(db, points).execute()
  const old = db as Kysely<{ calibration: Record<string, number>; calibration_point: Record<string, number> }>
  await old
    .insertInto('calibration_point')
    .columns(['controller_id', 'channel', 'from', 'zero_raw', 'kg_per_raw'])
    .expression((eb) =>
      eb
        .selectFrom('calibration')
        .select((of) => ['controller_id', 'channel', of.lit(0).as('from'), 'zero_raw', 'kg_per_raw'])
        .where('zero_raw', 'is not', null)
        .where('kg_per_raw', 'is not', null),
    )
    .execute()
  await db.schema.alterTable('calibration').dropColumn('zero_raw').execute()
  await db.schema.alterTable('calibration').dropColumn('kg_per_raw').execute()

  await db.schema
    .createTable('weighing_due')
    .addColumn('scale_id', 'integer', (c) => c.primaryKey().references('scale.id').onDelete('cascade'))
    .addColumn('from', 'bigint', (c) => c.notNull())
    .execute()
}
