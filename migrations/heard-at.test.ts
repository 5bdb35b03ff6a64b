import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { expect, it } from 'vitest'
import { runMigrations } from '../server/platform/db/run-migrations.ts'
import type { Tables } from '../server/store/tables.ts'

it('knows which of the existing channels have reached somebody', async () => {
  const sqlite = new Sqlite(':memory:')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) })
  await runMigrations(db, '0061-scale-color')
  sqlite.pragma('foreign_keys = OFF')
  const channel = sqlite.prepare(
    `insert into notification (id, account_id, type, address, address_hash, status, created_at) values (?, 1, ?, 'a', ?, 'active', 1)`,
  )
  const types = { 1: 'push', 2: 'push', 3: 'email', 4: 'email', 5: 'sms', 6: 'push' }
  for (const [id, type] of Object.entries(types)) channel.run(id, type, id)
  const delivery = sqlite.prepare(
    `insert into delivery (notification_id, alarm_id, stage, state, due_at, created_at, sent_at, shown_at) values (?, ?, ?, ?, 1, 1, ?, ?)`,
  )
  delivery.run(1, null, 'test', 'sent', 10, 20)
  delivery.run(1, 7, 'rang', 'sent', 30, null)
  delivery.run(2, 7, 'rang', 'sent', 30, null)
  delivery.run(3, 7, 'rang', 'sent', 40, null)
  delivery.run(3, 8, 'rang', 'failed', 50, null)
  delivery.run(4, null, 'test', 'sent', 40, null)
  delivery.run(5, 7, 'told', 'due', null, null)
  await runMigrations(db)

  expect(sqlite.prepare('select id, heard_at from notification order by id').all()).toEqual([
    { id: 1, heard_at: 20 },
    { id: 2, heard_at: null },
    { id: 3, heard_at: 40 },
    { id: 4, heard_at: null },
    { id: 5, heard_at: null },
    { id: 6, heard_at: null },
  ])
  await db.destroy()
})
