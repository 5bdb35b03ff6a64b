import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { expect, it } from 'vitest'
import { runMigrations } from '../server/platform/db/run-migrations.ts'
import type { Tables } from '../server/store/tables.ts'

const HOLD = 8 * 3_600_000

it('knows what an ongoing visit holds back, and which rules are about weights', async () => {
  const sqlite = new Sqlite(':memory:')
  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) })
  await runMigrations(db, '0068-season')
  sqlite.pragma('foreign_keys = OFF')
  const visit = sqlite.prepare(
    'insert into visit (id, controller_id, started_at, ended_at, created_by, created_at) values (?, ?, 100, ?, 1, 100)',
  )
  visit.run('goes on', 1, null)
  visit.run('is over', 2, 200)
  const mute = sqlite.prepare(
    'insert into mute (account_id, controller_id, notification_type, "until") values (?, ?, ?, ?)',
  )
  mute.run(1, 1, 'swarm', 100 + HOLD)
  mute.run(1, 1, 'disturbance', null)
  mute.run(1, 1, 'silence', 100 + HOLD)
  mute.run(1, 2, 'swarm', 100 + HOLD)
  mute.run(2, 1, 'swarm', 100 + HOLD)
  const rule = sqlite.prepare(
    `insert into rule (id, account_id, name, terms, every_own, every_channel, is_on, since, created_at)
     values (?, 1, 'a', ?, 1, 1, 1, 1, 1)`,
  )
  const terms = (quantity: string) => JSON.stringify({ conditions: [{ quantity, is: 'falls', value: 1 }] })
  for (const quantity of ['weight', 'temperature']) rule.run(quantity, terms(quantity))
  await runMigrations(db)

  const held = sqlite.prepare('select * from mute order by account_id, controller_id, notification_type').raw().all()
  expect(held).toEqual([
    [1, 1, 'disturbance', null, null],
    [1, 1, 'silence', 100 + HOLD, null],
    [1, 1, 'swarm', 0, 100 + HOLD],
    [1, 2, 'swarm', 100 + HOLD, null],
    [2, 1, 'swarm', 100 + HOLD, null],
  ])
  const about = sqlite.prepare('select id, about_weight from rule order by id').raw().all()
  expect(about).toEqual([
    ['temperature', 0],
    ['weight', 1],
  ])
  await db.destroy()
})
