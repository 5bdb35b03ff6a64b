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
