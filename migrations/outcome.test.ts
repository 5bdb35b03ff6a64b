import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { expect, it } from 'vitest'
import { runMigrations } from '../server/platform/db/run-migrations.ts'
import type { Tables } from '../server/store/tables.ts'
import { rowsOfLater } from './rows-from-0026.ts'
import { rowsOfFirst } from './rows-to-0025.ts'

it('separates the customer’s remark from what administrators wrote, and ends the keys of orders that were canceled or refunded', async () => {
  const sqlite = new Sqlite(':memory:')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) })
  await runMigrations(db, '0057-order-mail')
  const insert = (table: string, row: object) =>
    sqlite
      .prepare(
        `insert into "${table}" (${Object.keys(row).map((name) => `"${name}"`)}) values (${Object.keys(row).map(() => '?')})`,
      )
      .run(...Object.values(row))
  const [, sample] = rowsOfLater['0026-order']![0]!
  const of = (id: number, fields: object) =>
    insert('order', { ...sample, id, key: `KEY-${id}`, client_id: `c${id}`, account_id: null, ...fields })
  of(1, { cart: '{"comment":"Bitte klingeln"}', comment: 'Bitte klingeln', paid: 12_000 })
  of(2, { cart: '{"comment":"Bitte klingeln"}', comment: 'Zahlt nie', state: 'cancelled', updated_at: 4711 })
  of(3, { cart: 'half a ca', comment: 'Ruft an' })
  of(4, { cart: '{}', paid: 0 })
  const key = (id: number, order: number, uses_left: number) =>
    insert('order_key', {
      ...{ id, key_hash: `hash ${id}`, term_years: 1, term_days: 0, uses_left, created_at: 1 },
      source: order === 0 ? 'script' : `order KEY-${order}`,
    })
  for (const [id, order, left] of [
    [1, 1, 1],
    [2, 2, 1],
    [3, 2, 0],
    [4, 0, 1],
    [5, 4, 1],
  ] as const)
    key(id, order, left)
  sqlite.pragma('foreign_keys = OFF')
  const redemptions = rowsOfFirst['0012-order-key']!.filter(([table]) => table === 'order_key_redemption')
  insert('order_key_redemption', { ...redemptions[0]![1], order_key_id: 3 })
  await runMigrations(db)

  expect(
    sqlite.prepare('select id, remark, comment, used_codes, withdrawn_at from "order" order by id').all(),
  ).toMatchObject([
    { id: 1, remark: 'Bitte klingeln', comment: '', used_codes: 0, withdrawn_at: null },
    { id: 2, remark: 'Bitte klingeln', comment: 'Zahlt nie', used_codes: 1, withdrawn_at: 4711 },
    { id: 3, remark: 'Ruft an', comment: '' },
    { id: 4, remark: '', comment: '', used_codes: 0, withdrawn_at: expect.any(Number) },
  ])
  const keys = sqlite.prepare('select id, order_id, revoked_at is not null as ended from order_key order by id').all()
  expect(keys).toEqual([
    { id: 1, order_id: 1, ended: 0 },
    { id: 2, order_id: 2, ended: 1 },
    { id: 3, order_id: 2, ended: 0 },
    { id: 4, order_id: null, ended: 0 },
    { id: 5, order_id: 4, ended: 1 },
  ])
  await db.destroy()
})
