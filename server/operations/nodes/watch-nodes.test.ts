import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { troubleWords } from '../../platform/loops/trouble-words.ts'
import { silentLogger } from '../../platform/runtime/logger.ts'
import { createTroubles } from '../upkeep/troubles/troubles.ts'
import type { NodeTable } from './node-table.ts'
import { createNodeWatch } from './watch-nodes.ts'

const DAY = 86_400_000

let app: TestApp
let admin: Client
beforeEach(async () => {
  app = await createTestApp()
  admin = await app.signIn('admin@example.org', { admin: true })
})
afterEach(() => app.close())

const insert = (id: string, row: Partial<NodeTable> = {}) => {
  const now = app.clock.now()
  const times = { started_at: now - DAY, seen_at: now, stopped_at: null, lost_at: null, clock_ahead_ms: null }
  const node = { id, session: id, address: `http://${id}.example.org:8080`, version: '1.0', ...times, ...row }
  return app.db.insertInto('node').values(node).execute()
}
const keep = (holder: string) =>
  app.db.insertInto('keeping').values({ epoch: 3, holder, lease_until: 0, keys: null }).execute()
const nodes = async () => (await admin.get('/admin/fleet')).body.nodes
const lost = async () => (await app.deps.troubles.open()).filter(({ kind }) => kind === 'node_lost')

test('a single server has no nodes', async () => {
  expect(await nodes()).toEqual({ waiting: { requests: 0, seconds: 0 }, items: [] })
})

test('lists what each node does, and which was lost when; the one that takes readings comes first', async () => {
  const now = app.clock.now()
  await insert('a', { stopped_at: now })
  await insert('b', { seen_at: now - 60_000, lost_at: now - 30_000 })
  await insert('c', { lost_at: now - DAY })
  await insert('d', { address: null, id: 'd-without-an-address' })
  await keep('c')
  const at = new Date(now - DAY).toISOString()
  expect((await nodes()).items).toMatchObject([
    { name: 'c.example.org:8080', state: 'keeper', lost: at, started: at, version: '1.0' },
    { name: 'd-withou', state: 'standby', address: null, lost: null },
    { name: 'b.example.org:8080', state: 'lost', lost: new Date(now - 30_000).toISOString() },
    { name: 'a.example.org:8080', state: 'stopped' },
  ])
})

test('says how much waits in the inbox, and for how long', async () => {
  await insert('a')
  await keep('a')
  const body = new Uint8Array([1])
  const row = { controller_id: 1, body, senders: null }
  await app.db
    .insertInto('inbox')
    .values([
      { ...row, received_at: app.clock.now() - 12_000 },
      { ...row, received_at: app.clock.now() },
    ])
    .execute()
  expect((await nodes()).waiting).toEqual({ requests: 2, seconds: 12 })
  await app.db.deleteFrom('inbox').execute()
})

test('administrators are told of a lost node, until it is back, is stopped, or is forgotten', async () => {
  const watch = createNodeWatch(app.deps)
  const now = app.clock.now()
  const gone = { seen_at: now - 60_000, lost_at: now - 30_000 }
  await insert('a')
  await insert('b', gone)
  await insert('c', gone)
  await insert('d', gone)
  await watch()
  expect((await lost()).map(({ subject }) => subject).sort()).toEqual(
    ['b', 'c', 'd'].map((id) => `${id}.example.org:8080`),
  )
  await app.db.updateTable('node').set({ seen_at: now }).where('id', '=', 'b').execute()
  await app.db.updateTable('node').set({ stopped_at: now }).where('id', '=', 'c').execute()
  await watch()
  expect((await lost()).map(({ subject }) => subject)).toEqual(['d.example.org:8080'])

  app.clock.advance(15 * DAY)
  await app.db.updateTable('node').set({ seen_at: app.clock.now() }).where('id', '=', 'a').execute()
  await watch()
  expect(await lost()).toEqual([])
  expect((await app.db.selectFrom('node').select('id').execute()).map(({ id }) => id)).toEqual(['a'])
})

test('a node whose clock is weeks ahead forgets no node, least of all itself', async () => {
  await insert('a')
  await insert('b', { stopped_at: app.clock.now() })
  app.clock.advance(20 * DAY)
  await createNodeWatch(app.deps)()
  expect(await app.db.selectFrom('node').select('id').orderBy('id').execute()).toEqual([{ id: 'a' }, { id: 'b' }])
})

test('a trouble about a node that is no longer known is over, even after a restart', async () => {
  await insert('c', { lost_at: app.clock.now() })
  await createNodeWatch(app.deps)()
  await app.deps.troubles.settled()
  expect(await lost()).toHaveLength(1)
  await app.db.deleteFrom('node').execute()
  const restarted = createTroubles({ ...app.deps, logger: silentLogger() })
  for (const troubles of [app.deps.troubles, restarted]) {
    await createNodeWatch({ ...app.deps, troubles })()
    expect(await troubles.open()).toEqual([])
    await troubles.stop()
  }
})

test('administrators are told of a node whose clock differs from the database’s, until it agrees or the node stops', async () => {
  const watch = createNodeWatch(app.deps)
  const apart = async () => {
    await watch()
    return (await app.deps.troubles.open()).map(({ kind, subject, values }) => [kind, subject, values])
  }
  await insert('a', { clock_ahead_ms: 3_600_400 })
  await insert('b', { clock_ahead_ms: -6000 })
  await insert('c', { clock_ahead_ms: -6000, stopped_at: app.clock.now() })
  await insert('d')
  const ofA = ['node_clock', 'a.example.org:8080', { seconds: 3600, direction: 'ahead' }]
  expect(await apart()).toEqual([ofA, ['node_clock', 'b.example.org:8080', { seconds: 6, direction: 'behind' }]])
  const [first] = await app.deps.troubles.open()
  expect(troubleWords('en', first!).text).toBe(
    'The clock of the node a.example.org:8080 is 3,600 seconds ahead of PostgreSQL’s.',
  )
  await app.db.updateTable('node').set({ clock_ahead_ms: null }).where('id', '=', 'b').execute()
  expect(await apart()).toEqual([ofA])
  await app.db.updateTable('node').set({ stopped_at: app.clock.now() }).execute()
  expect(await apart()).toEqual([])
})

test('a node that is back at its address with a new folder is no longer lost', async () => {
  const address = 'http://10.0.0.7:8080'
  await insert('z', { address, lost_at: app.clock.now() })
  const watch = createNodeWatch(app.deps)
  await watch()
  expect(await lost()).toMatchObject([{ subject: '10.0.0.7:8080' }])
  await insert('a', { address })
  await watch()
  expect(await lost()).toEqual([])
  const raise = vi.spyOn(app.deps.troubles, 'raise')
  await watch()
  expect(raise).not.toHaveBeenCalled()
})
