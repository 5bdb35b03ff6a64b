import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { createRefusedTimes, createRefusedTimesWatch } from './refused-times.ts'

const HOUR = 3600_000

let app: TestApp
let anna: Client
let refused: ReturnType<typeof createRefusedTimes>
let watch: () => Promise<void>

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  refused = createRefusedTimes()
  app.deps.refusedTimes.note = refused.note
  watch = createRefusedTimesWatch(app.deps, refused)
})
afterEach(() => app.close())

async function send(controller: Awaited<ReturnType<TestApp['claim']>>, aheadMs: number) {
  const { imei, imsi, deviceKey } = controller
  const at = (ms: number) => ({ time: new Date(app.clock.now() + ms).toISOString(), channel: 1, weight: 40 })
  const body = { imei, imsi, readings: [at(0), at(aheadMs), at(aheadMs - 60_000)] }
  await app.nobody.post('/ingest', body, { authorization: `Bearer ${deviceKey}` })
}
const rows = () =>
  app.db
    .selectFrom('refused_time')
    .select(['controller_id', 'count', 'ahead_seconds'])
    .orderBy('controller_id')
    .execute()

test('they are counted by transmitter, and raise no alert while they are few', async () => {
  const first = await app.claim(anna)
  const second = await app.claim(anna)
  for (let i = 0; i < 3; i++) await send(first, 2 * HOUR)
  await send(second, 0)
  await watch()
  await watch()
  expect(await rows()).toEqual([{ controller_id: first.id, count: 6, ahead_seconds: 7200 }])
  expect(await app.deps.troubles.open()).toEqual([])
})

test('many are reported to administrators, until a day later', async () => {
  for (let i = 0; i < 3; i++) await send(await app.claim(anna), HOUR)
  await watch()
  expect(await app.deps.troubles.open()).toMatchObject([{ kind: 'times_refused', values: { count: 3 } }])
  app.clock.advance(25 * HOUR)
  await watch()
  expect(await app.deps.troubles.open()).toEqual([])
  app.clock.advance(14 * 24 * HOUR)
  await watch()
  expect(await rows()).toEqual([])
})

test('requests without a valid key are not counted', async () => {
  const controller = await app.claim(anna)
  await send({ ...controller, deviceKey: 'x'.repeat(40) }, HOUR)
  await watch()
  expect(await rows()).toEqual([])
})
