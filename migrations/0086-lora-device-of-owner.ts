import { type Kysely, sql } from 'kysely'

/** A LoRaWAN device is known to its owner only: whoever named it first kept its owner from using it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('named_device')
    .addColumn('controller_id', 'integer', (c) => c.primaryKey().references('controller.id').onDelete('cascade'))
    .addColumn('dev_eui', 'text', (c) => c.notNull())
    .execute()
  await sql`insert into named_device (controller_id, dev_eui) select controller_id, dev_eui from lora_device`.execute(
    db,
  )
  await db.schema.dropTable('lora_device').ifExists().execute()
  await db.schema.alterTable('named_device').renameTo('lora_device').execute()
  await db.schema.createIndex('lora_device_eui').on('lora_device').column('dev_eui').execute()
}
