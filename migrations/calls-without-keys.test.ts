import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runMigrations } from '../server/platform/db/run-migrations.ts'
import { postgresInThisThread } from '../server/store/open-postgres.ts'
import type { Tables } from '../server/store/tables.ts'
import { type PostgresCluster, startCluster } from '../tests/support/server/postgres-cluster.ts'

let cluster: PostgresCluster
const open: Record<string, () => Promise<{ db: Kysely<Tables>; close: () => Promise<void> }>> = {
  async SQLite() {
    const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: new Sqlite(':memory:') }) })
    return { db, close: () => db.destroy() }
  },
  PostgreSQL: () => postgresInThisThread(cluster.url('postgres')),
}
beforeAll(async () => {
  cluster = await startCluster()
}, 60_000)
afterAll(() => cluster.stop())

describe.each(Object.keys(open))('in %s', (engine) => {
  it('removes from recorded calls whatever grants access, and leaves the rest as it was', async () => {
    const { db, close } = await open[engine]!()
    await runMigrations(db, '0081-interruptions')
    const entry = (subject_id: string, after: string, action = 'call.make') => {
      const row = { at: 1, actor_id: 1, actor_email: 'a', subject_type: 'call', subject_id, action, after }
      return db.insertInto('audit').values(row).execute()
    }
    const code = { path: '/api/controller/watches/7K2M', query: {}, body: null }
    await entry('DELETE /api/controller/watches/:code', JSON.stringify(code))
    const hook = { target: 'raw', address: 'https://hooks.example.org/T00/XXXX?key=XXXX', name: 'Ä' }
    const forwarding = { path: '/api/controller/12/channel/1/forwarding', query: {}, body: hook }
    await entry('POST /api/controller/:id/channel/:channel/forwarding', JSON.stringify(forwarding))
    await entry('POST /api/notification', '{"path":"/api/notif')
    const named = '{"note":"https://example.org/x"}'
    await entry('7', named, 'rule.edit')
    await runMigrations(db)

    const rows = await db.selectFrom('audit').select('after').orderBy('id').execute()
    expect(rows.map(({ after }) => JSON.parse(after!))).toEqual([
      { ...code, path: '/api/controller/watches/:code' },
      { ...forwarding, body: { ...hook, address: 'https://hooks.example.org' } },
      {},
      JSON.parse(named),
    ])
    await expect(db.updateTable('audit').set({ after: null }).execute()).rejects.toThrow(/never changed/)
    await close()
  })
})
