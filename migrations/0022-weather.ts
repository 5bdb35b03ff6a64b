import type { Kysely } from 'kysely'
import { bytes, clustered, identity } from './column-type.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('weather_place')
    .addColumn('id', 'integer', identity(db))
    .addColumn('latitude', 'double precision', (c) => c.notNull())
    .addColumn('longitude', 'double precision', (c) => c.notNull())
    .addColumn('problem', 'text')
    .addColumn('loaded_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute()
  await db.schema
    .createTable('weather_controller')
    .addColumn('controller_id', 'integer', (c) => c.primaryKey().references('controller.id').onDelete('cascade'))
    .addColumn('place_id', 'integer', (c) => c.notNull().references('weather_place.id').onDelete('cascade'))
    .addColumn('latitude', 'double precision', (c) => c.notNull())
    .addColumn('longitude', 'double precision', (c) => c.notNull())
    .execute()
  await db.schema.createIndex('weather_controller_place').on('weather_controller').column('place_id').execute()
  const months = db.schema
    .createTable('weather_month')
    .addColumn('place_id', 'integer', (c) => c.notNull().references('weather_place.id').onDelete('cascade'))
    .addColumn('from', 'bigint', (c) => c.notNull())
    .addColumn('bytes', bytes(db), (c) => c.notNull())
    .addColumn('archived', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('weather_month_key', ['place_id', 'from'])
  await clustered(db, months).execute()
}
