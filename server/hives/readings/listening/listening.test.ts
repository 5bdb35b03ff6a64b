import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { createTransmitterWatch } from '../../../alerts/alarms/transmitters/watch-transmitters.ts'
import { createListening, type ListeningLoop, readSpans } from './listening.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let app: TestApp
let anna: Client
let listening: ListeningLoop

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  await app.claim(anna)
  await app.db.updateTable('controller').set({ last_seen_at: app.clock.now() }).execute()
  await start()
})
afterEach(async () => {
  await listening.stop()
  await app.close()
})

async function start() {
  await listening?.stop()
  listening = createListening(app.deps, await readSpans(app.deps))
  await listening.beat()
}
async function run(ms: number) {
  for (let passed = 0; passed < ms; passed += MINUTE) {
    app.clock.advance(MINUTE)
    await listening.beat()
  }
}
async function silences() {
  await createTransmitterWatch({ ...app.deps, listening })()
  return (await app.db.selectFrom('alarm').select('id').execute()).length
}
const spans = () => app.db.selectFrom('listening_span').select(['from', 'to']).orderBy('id').execute()

test('after eight hours of downtime, patience starts over', async () => {
  await run(2 * HOUR)
  app.clock.advance(8 * HOUR)
  await start()
  await run(3 * HOUR)
  expect(await silences()).toBe(0)
  await run(MINUTE)
  expect(await silences()).toBe(1)
  expect(await spans()).toHaveLength(2)
})

test('a server that is restarted every hour still detects who is silent', async () => {
  for (let hour = 0; hour < 3; hour++) {
    await run(HOUR)
    app.clock.advance(5 * MINUTE)
    await start()
  }
  expect(await silences()).toBe(0)
  await run(5 * MINUTE)
  expect(await silences()).toBe(1)
})

test.each(['listening_span', 'inbox'])(
  'while %s accepts nothing, and for some time after, nobody counts as silent',
  async (table) => {
    await app.db.schema.alterTable(table).renameTo('away').execute()
    await run(4 * HOUR)
    await app.db.schema.alterTable('away').renameTo(table).execute()
    expect(await silences()).toBe(0)
    await run(3 * HOUR)
    expect(await silences()).toBe(0)
    await run(2 * MINUTE)
    expect(await silences()).toBe(1)
  },
)

test('a clock that jumps or is in doubt makes nobody silent', async () => {
  app.clock.advance(24 * HOUR)
  listening.beginAnew()
  await listening.beat()
  expect(await silences()).toBe(0)
  await run(3 * HOUR + MINUTE)
  const watch = createTransmitterWatch({ ...app.deps, listening, clock: { ...app.clock, isTrusted: () => false } })
  await watch()
  expect(await app.db.selectFrom('alarm').select('id').execute()).toEqual([])
  expect(await silences()).toBe(1)
})

test('who was last heard while the clock was ahead is judged from when it was right again', async () => {
  await app.db
    .updateTable('controller')
    .set({ last_seen_at: app.clock.now() + 24 * HOUR })
    .execute()
  await run(3 * HOUR)
  expect(await silences()).toBe(0)
  await run(MINUTE)
  expect(await silences()).toBe(1)
})

/** Transmitters of others that were just heard, too. */
async function joinedBy(...names: string[]) {
  const others: Client[] = []
  for (const name of names) {
    const client = await app.signIn(`${name}@example.org`)
    await app.claim(client)
    others.push(client)
  }
  await hear()
  return others
}
const hear = (...from: Client[]) => {
  const query = app.db.updateTable('controller').set({ last_seen_at: app.clock.now() })
  const ids = from.map(({ accountId }) => accountId)
  return (from.length === 0 ? query : query.where('owner_id', 'in', ids)).execute()
}
const kinds = async () => (await app.deps.troubles.open()).map(({ kind, values }) => ({ kind, ...values }))

test('if nobody is heard any more, administrators are told, and patience starts over when somebody is', async () => {
  await run(MINUTE)
  await joinedBy('bruno', 'carla', 'dario', 'emma')
  const wentAt = app.clock.now()
  await run(5 * HOUR)
  expect(await silences()).toBe(0)
  expect(await kinds()).toEqual([{ kind: 'nobody_heard', hours: 5 }])
  expect((await spans()).at(-1)!.to).toBe(wentAt)
  expect(listening.since()).toBe(app.clock.now())
  for (let hour = 0; hour < 3; hour++) {
    await hear(anna)
    await run(HOUR)
  }
  expect(await silences()).toBe(0)
  expect(await kinds()).toEqual([])
  await run(2 * MINUTE)
  expect(await silences()).toBe(4)
})

test('four people, or one among many, ring after their own patience', async () => {
  const others = await joinedBy('bruno', 'carla', 'dario')
  await run(3 * HOUR + MINUTE)
  expect(await silences()).toBe(4)
  expect(await kinds()).toEqual([])
  await app.db.deleteFrom('alarm').execute()
  others.push(...(await joinedBy('emma', 'fritz')))
  for (let hour = 0; hour < 4; hour++) {
    await run(HOUR)
    await hear(...others)
  }
  expect(await silences()).toBe(1)
  expect(await kinds()).toEqual([])
})

test('after a day in which nobody was heard, people are told all the same, whether or not the server was restarted', async () => {
  await joinedBy('bruno', 'carla', 'dario', 'emma')
  await run(20 * HOUR)
  await start()
  await run(7 * HOUR + MINUTE)
  expect(await silences()).toBe(0)
  await run(MINUTE)
  expect(await silences()).toBe(5)
  expect(await kinds()).toEqual([{ kind: 'nobody_heard', hours: 27 }])
})
