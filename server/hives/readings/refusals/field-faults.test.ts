import { afterEach, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { createFieldFaultCounting, createFieldFaults } from './field-faults.ts'

const DAY_MS = 86_400_000
const time = '2026-05-10T09:00:00Z'

let app: TestApp
let transmitter: Awaited<ReturnType<TestApp['claim']>>
beforeEach(async () => {
  app = await createTestApp()
  transmitter = await app.claim(await app.signIn('anna@example.org'))
})
afterEach(() => app.close())

const send = async (...readings: object[]) => {
  const { imei, imsi, deviceKey } = transmitter
  return app.nobody.post('/ingest', { imei, imsi, readings }, { authorization: `Bearer ${deviceKey}` })
}
const kept = () =>
  app.db.selectFrom('field_fault').select(['channel', 'field', 'code', 'count', 'last_value']).orderBy('code').execute()

test('impossible values are counted by channel, field and code, for 30 days', async () => {
  await send({ time, channel: 2, weight: 40, temperature: -127 }, { time, channel: 2, temperature: -127.001 })
  await send({ time: '1970-01-01T00:00:00Z', channel: 1, weight: 3, wieght: 1 }, { time, channel: 12, weight: 1 })
  await app.countFaults()
  await send({ time, channel: 2, weight: 41, temperature: -127 })
  await app.countFaults()
  await app.countFaults()
  expect(await kept()).toEqual([
    { channel: -1, field: 'channel', code: 'channel_invalid', count: 1, last_value: '12' },
    { channel: 2, field: 'temperature', code: 'temperature_unplugged', count: 3, last_value: '-127' },
    { channel: 1, field: 'time', code: 'time_before_start', count: 1, last_value: '1970-01-01T00:00:00Z' },
  ])
  app.clock.advance(30 * DAY_MS)
  await app.countFaults()
  expect(await kept()).toHaveLength(3)
  app.clock.advance(DAY_MS)
  await app.countFaults()
  expect(await kept()).toEqual([])
})

const fault = (index: number) =>
  ({ index, channel: 1, field: 'weight', code: 'weight_invalid', value: String(index), isWhole: false }) as const

test('counts that could not be written are kept, and come before what is counted meanwhile', async () => {
  const faults = createFieldFaults()
  faults.note(transmitter.id, [fault(0)])
  const { db } = app.deps.database
  const broken = new Proxy(db, {
    get(target, name) {
      if (name !== 'transaction') return Reflect.get(target, name)
      faults.note(transmitter.id, [fault(7)])
      throw new Error('database or disk is full')
    },
  })
  const database = { ...app.deps.database, db: broken }
  await expect(createFieldFaultCounting({ database, clock: app.clock }, faults)()).rejects.toThrow('disk is full')
  expect(await kept()).toEqual([])
  await createFieldFaultCounting(app.deps, faults)()
  expect(await kept()).toMatchObject([{ count: 2, last_value: '7' }])
})

test('no number of transmitters or faults fills the memory, and an unknown one costs nothing', async () => {
  const faults = createFieldFaults()
  for (let i = 0; i < 20_000; i++) faults.note(i + 1, [fault(i), fault(i)])
  const many = Array.from({ length: 1000 }, (_, i) => ({ ...fault(i), field: `field${i}` }))
  const other = createFieldFaults()
  other.note(1, many)
  expect([faults.take().length, other.take().length]).toEqual([10_000, 200])
  faults.note(987_654, [fault(1)])
  await createFieldFaultCounting(app.deps, faults)()
  expect(await kept()).toEqual([])
})
