import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { expect, it } from 'vitest'
import { runMigrations } from '../server/platform/db/run-migrations.ts'
import type { Tables } from '../server/store/tables.ts'

it('knows when a scale last measured if it measures one quantity only', async () => {
  const sqlite = new Sqlite(':memory:')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) })
  await runMigrations(db, '0086-lora-device-of-owner')
  const last = sqlite.prepare('insert into scale_last values (?, ?, ?, ?, ?, 0, 0)')
  last.run(1, 1000, 41_500, null, null)
  last.run(2, 2000, null, 2100, null)
  last.run(3, 3000, 41_500, 2100, null)
  last.run(4, 4000, null, null, null)
  await runMigrations(db)

  const times = 'select weight_time, temperature_time, humidity_time from scale_last order by scale_id'
  const none = { weight_time: null, temperature_time: null, humidity_time: null }
  expect(sqlite.prepare(times).all()).toEqual([
    { ...none, weight_time: 1000 },
    { ...none, temperature_time: 2000 },
    none,
    none,
  ])
  await db.destroy()
})
