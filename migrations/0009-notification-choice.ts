import { type Kysely, sql } from 'kysely'
import { clustered } from './column-type.ts'

export async function up(db: Kysely<unknown>): Promise<void> {
  const add = (change: (table: ReturnType<typeof db.schema.alterTable>) => { execute(): Promise<void> }) =>
    change(db.schema.alterTable('notification')).execute()
  await add((table) => table.addColumn('name', 'text', (c) => c.notNull().defaultTo('')))
  await add((table) => table.addColumn('device', 'text'))
  await add((table) => table.addColumn('alarm_types', 'text'))
  await add((table) => table.addColumn('every_own', 'integer', (c) => c.notNull().defaultTo(1)))
  await add((table) => table.addColumn('quiet_from', 'integer'))
  await add((table) => table.addColumn('quiet_to', 'integer'))
  await add((table) => table.addColumn('time_zone', 'text', (c) => c.notNull().defaultTo('Europe/Zurich')))
  await add((table) => table.addColumn('rings_always', 'text', (c) => c.notNull().defaultTo('["swarm","disturbance"]')))
  await add((table) => table.addColumn('failing_since', 'bigint'))
  await add((table) => table.addColumn('code_hash', 'text'))
  await add((table) => table.addColumn('code_expires_at', 'bigint'))
  await add((table) => table.addColumn('code_tries', 'integer', (c) => c.notNull().defaultTo(0)))
  const choice = db.schema
    .createTable('notification_controller')
    .addColumn('notification_id', 'integer', (c) => c.notNull().references('notification.id').onDelete('cascade'))
    .addColumn('controller_id', 'integer', (c) => c.notNull().references('controller.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('notification_controller_key', ['notification_id', 'controller_id'])
  await clustered(db, choice).execute()
  await sql`update notification set failing_since = coalesce(last_delivered_at, created_at) where status = 'failing'`.execute(
    db,
  )
}
