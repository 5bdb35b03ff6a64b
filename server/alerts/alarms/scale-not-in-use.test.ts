import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

const MINUTE = 60_000

let app: TestApp
let anna: Client
let transmitter: Awaited<ReturnType<TestApp['claim']>>
let scaleId: number

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  transmitter = await app.claim(anna)
  scaleId = await app.addScale(anna, transmitter.id, 1)
})
afterEach(() => app.close())

/** A reading every ten minutes, the last one now; sent at once, or those of the first hour last. `beforehand`: before any is sent. */
async function weigh(hours: number, weight: number, isLate = false, beforehand = async () => {}) {
  const begin = app.clock.now() + 10 * MINUTE
  app.clock.advance(hours * 60 * MINUTE)
  await beforehand()
  const readings = Array.from({ length: hours * 6 }, (_, i) => ({
    time: new Date(begin + i * 10 * MINUTE).toISOString(),
    channel: 1,
    weight,
  }))
  const { imei, imsi, deviceKey } = transmitter
  for (const part of isLate ? [readings.slice(6), readings.slice(0, 6)] : [readings]) {
    const body = { imei, imsi, readings: part }
    await app.nobody.post('/ingest', body, { authorization: `Bearer ${deviceKey}` })
    await app.deps.ingest.settled()
  }
}

const put = (state: 'active' | 'empty' | 'deactivated' | 'archived') => anna.post(`/scale/${scaleId}`, { state })
const jumps = async () =>
  (await anna.get(`/jump?scales=${scaleId}`)).body.map((jump: { weightChange: number; byHand: boolean }) => [
    jump.weightChange,
    jump.byHand,
  ])
const alarms = async () => (await app.db.selectFrom('alarm').select('type').execute()).map(({ type }) => type)

test.each([false, true])('a hive that is put on an empty scale is no gain (late readings: %s)', async (isLate) => {
  await put('empty')
  await weigh(4, 0.2)
  await weigh(4, 30, isLate)
  expect(await jumps()).toEqual([[29.8, true]])
  await put('active')
  await weigh(30, 30.1)
  expect(await jumps()).toEqual([[29.8, true]])
  expect(await alarms()).toEqual([])
})

test('a hive that is taken off and another one that is put on while the scale is empty are counted once', async () => {
  await weigh(26, 40)
  await put('empty')
  await weigh(26, 0)
  await weigh(26, 30)
  await put('active')
  await weigh(26, 30)
  expect(await jumps()).toEqual([
    [-40, true],
    [30, true],
  ])
  expect(await alarms()).toEqual([])
})

test('what is put on while the scale is empty does not make it ring when it is in use again', async () => {
  await put('empty')
  await weigh(4, 30)
  await weigh(2, 0)
  await put('active')
  await weigh(26, 0)
  expect(await jumps()).toEqual([[-30, true]])
  expect(await alarms()).toEqual([])
})

test.each(['deactivated', 'archived'] as const)(
  'what a scale measured before it was %s arrives late, and is no gain either',
  async (state) => {
    await weigh(4, 30)
    await weigh(4, 45, false, async () => {
      app.clock.advance(MINUTE)
      await put(state)
    })
    expect(await jumps()).toEqual([[15, true]])
    expect(await alarms()).toEqual([])
  },
)
