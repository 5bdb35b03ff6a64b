import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { type createRefusedTimes, createRefusedTimesWatch } from '../../../hives/readings/refusals/refused-times.ts'
import { createTransmitterWatch } from './watch-transmitters.ts'

const HOUR = 3600_000

let app: TestApp
let anna: Client
let transmitter: Awaited<ReturnType<TestApp['claim']>>

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  transmitter = await app.claim(anna)
  await app.addScale(anna, transmitter.id)
})

afterEach(() => app.close())

/** The transmitter sends every hour, dated by its own clock, and the server looks at it each time. */
async function sendFor(hours: number, aheadMs: number) {
  const watch = createTransmitterWatch(app.deps)
  const count = createRefusedTimesWatch(app.deps, app.deps.refusedTimes as ReturnType<typeof createRefusedTimes>)
  for (let sent = 0; sent < hours; sent++) {
    app.clock.advance(HOUR)
    const { imei, imsi, deviceKey } = transmitter
    const time = new Date(app.clock.now() + aheadMs).toISOString()
    const body = { imei, imsi, readings: [{ time, channel: 1, weight: 40 }] }
    await app.request('POST', '/ingest', { body, headers: { authorization: `Bearer ${deviceKey}` } })
    await app.deps.ingest.settled()
    await count()
    await app.countFaults()
    await watch()
  }
}
/** It sends nothing, while the server is there. */
async function idleFor(hours: number) {
  const watch = createTransmitterWatch(app.deps)
  for (let idle = 0; idle < hours; idle++) {
    app.clock.advance(HOUR)
    await watch()
  }
}
const alarms = () =>
  app.db.selectFrom('alarm').select(['type', 'status', 'started_at', 'ended_at', 'why']).orderBy('id').execute()

test('a transmitter whose readings all lie in the future is told of once, until its clock is right again', async () => {
  await sendFor(2, 0)
  const since = (app.clock.now() + HOUR) / 1000
  await sendFor(4, HOUR)
  expect(await alarms()).toEqual([])
  await sendFor(3, HOUR)
  const alarm = { type: 'silence', started_at: since, why: '[{"code":"clockAhead"}]' }
  expect(await alarms()).toEqual([{ ...alarm, status: 'open', ended_at: null }])
  await sendFor(1, -HOUR / 4)
  expect(await alarms()).toMatchObject([{ ...alarm, status: 'closed' }])
  await sendFor(4, 0)
  expect(await alarms()).toHaveLength(1)
})

test('one whose clock was ahead from the start is told of, too', async () => {
  await sendFor(5, 24 * HOUR)
  expect(await alarms()).toMatchObject([{ type: 'silence', status: 'open', why: '[{"code":"clockAhead"}]' }])
})

test('one whose clock has lost the time is told of, too, until it has it again', async () => {
  await sendFor(2, 0)
  const last = app.clock.now() / 1000
  await sendFor(4, -50 * 365 * 24 * HOUR)
  const alarm = { type: 'silence', started_at: last, why: '[{"code":"clockLost"}]' }
  expect(await alarms()).toMatchObject([{ ...alarm, status: 'open' }])
  await sendFor(1, 0)
  expect(await alarms()).toMatchObject([{ ...alarm, status: 'closed' }])
})

test('a few readings from the future among others are no alarm, nor is what was refused long ago', async () => {
  await sendFor(2, HOUR)
  await sendFor(1, 0)
  await sendFor(2, HOUR)
  await sendFor(5, 0)
  expect(await alarms()).toEqual([])
})

test('one that is heard again after a silence has time to find the right time before its clock is told of', async () => {
  await sendFor(2, 0)
  await idleFor(8)
  expect(await alarms()).toMatchObject([{ status: 'open', why: expect.stringContaining('noData') }])
  const lost = Date.parse('1970-01-02') - app.clock.now()
  await sendFor(2, lost)
  expect(await alarms()).toMatchObject([{ status: 'closed', why: expect.stringContaining('noData') }])
  await sendFor(3, lost)
  expect(await alarms()).toMatchObject([{ status: 'closed' }, { status: 'open', why: '[{"code":"clockLost"}]' }])
})
