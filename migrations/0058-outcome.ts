import type { Kysely } from 'kysely'
import { sql } from 'kysely'

type Before = {
  order: { id: number; key: string; cart: string; comment: string; remark: string }
}

/**
 * Records what became of order keys whose order was withdrawn, customers' remarks that an administrator overwrote, and mails with a code.
 * Keys of orders that are canceled or refunded are ended here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('order_key')
    .addColumn('order_id', 'integer', (c) => c.references('order.id').onDelete('set null'))
    .execute()
  await db.schema.alterTable('order_key').addColumn('revoked_at', 'bigint').execute()
  await db.schema.createIndex('order_key_order').on('order_key').column('order_id').execute()
  await db.schema.alterTable('order').addColumn('withdrawn_at', 'bigint').execute()
  await db.schema
    .alterTable('order')
    .addColumn('used_codes', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('order')
    .addColumn('remark', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  await db.schema.alterTable('mail_address').addColumn('code_mail_id', 'integer').execute()

  await sql`update order_key set order_id = (select id from "order" where "order".key = substr(order_key.source, 7))
    where source like 'order %'`.execute(db)
  await sql`update "order" set withdrawn_at = updated_at where state = 'cancelled'
    or (paid <= 0 and total > discount and exists (select 1 from order_key where order_key.order_id = "order".id))`.execute(
    db,
  )
  await sql`update order_key set revoked_at = (select withdrawn_at from "order" where "order".id = order_key.order_id)
    where uses_left > 0`.execute(db)
  await sql`update "order" set used_codes = (select count(*) from order_key_redemption
    join order_key on order_key.id = order_key_redemption.order_key_id where order_key.order_id = "order".id)
    where withdrawn_at is not null`.execute(db)
  await moveRemarks(db as Kysely<Before>)
}

/** The cart keeps what the customer wrote; a differing text is the administrator's. */
async function moveRemarks(db: Kysely<Before>): Promise<void> {
  const orders = await db.selectFrom('order').select(['id', 'cart', 'comment']).orderBy('id').execute()
  for (const { id, cart, comment } of orders) {
    const remark = remarkOf(cart) ?? comment
    await db
      .updateTable('order')
      .set({ remark, comment: comment === remark ? '' : comment })
      .where('id', '=', id)
      .execute()
  }
}

function remarkOf(cart: string): string | undefined {
  try {
    const { comment } = JSON.parse(cart)
    return typeof comment === 'string' ? comment : undefined
  } catch {
    return undefined
  }
}
