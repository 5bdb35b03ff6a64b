import { expect, test } from 'vitest'
import { transmitterStation } from '../../../tests/support/samples/transmitter-station.ts'

const station = transmitterStation()
const time = '2026-05-10T09:00:00Z'
const send = (...readings: object[]) => {
  const { imei, imsi } = station.transmitter
  return station.send('/ingest', { imei, imsi, readings })
}
const path = () => `/controller/${station.transmitter.id}/field`
const fields = async () => (await station.anna.get(path())).body
const assign = (body: object) => station.anna.post(path(), body)

test('the native format keeps numbers under unknown names, as the others do', async () => {
  const reply = await send(
    { time, channel: 1, weight: 41, load_1: 7, note: 'x', ok: true },
    { time, channel: 2, load_1: 8, weight: 42 },
  )
  expect(reply.body).toMatchObject({ accepted: 2, rejected: [] })
  expect(reply.body.leftOut).toContainEqual({ index: 0, field: 'load_1', code: 'unknown_key' })
  expect(await fields()).toMatchObject([
    { name: 'load_1', lastValue: 7 },
    { name: 'load_1_2', lastValue: 8 },
  ])
})

test('and reads them as their owner assigned them from then on', async () => {
  await send({ time, channel: 1, weight: 41, load_1: 30, load_2: 77_101, load_3: 1 })
  await assign({ name: 'load_1', quantity: 'temperature', channel: 1 })
  await assign({ name: 'load_2', quantity: 'rawWeight', channel: 3 })
  await assign({ name: 'load_3', quantity: 'nothing' })
  await station.anna.post(`/controller/${station.transmitter.id}/channel/3/calibration`, {
    offset: 7101,
    multiplier: 0.0005,
  })
  const later = '2026-05-10T09:10:00Z'
  const reply = await send({ time: later, channel: 1, weight: 42, load_1: 31, load_2: 87_101, load_3: 1 })
  expect(reply.body).toMatchObject({ rejected: [] })
  expect(reply.body.leftOut).toBeUndefined()
  expect(await station.stored()).toEqual({ 1: { weight: 42, temperature: 31 }, 3: { weight: 40 } })
})

test.each(['+02', '-05', '+0200'])('raw weights and unknown values of a time in %s are kept', async (zone) => {
  const at = (minute: number) => `2026-05-10T0${zone === '-05' ? 4 : 9}:0${minute}:00${zone}`
  await send({ time: at(0), channel: 1, load_1: 77_101 })
  expect(await station.app.db.selectFrom('unknown_value').selectAll().execute()).toHaveLength(1)
  await assign({ name: 'load_1', quantity: 'rawWeight', channel: 3 })
  await send({ time: at(1), channel: 1, load_1: 87_101 })
  await station.anna.post(`/controller/${station.transmitter.id}/channel/3/calibration`, {
    offset: 7101,
    multiplier: 0.0005,
  })
  expect(await station.stored()).toEqual({ 3: { weight: 40 } })
  await send({ time: at(2), channel: 1, load_1: 89_101 })
  expect(await station.stored()).toEqual({ 3: { weight: 41 } })
})

test('a raw weight counts as accepted before there is a calibration, too', async () => {
  await send({ time, channel: 1, load_1: 77_101 })
  await assign({ name: 'load_1', quantity: 'rawWeight', channel: 3 })
  const minute = (at: number) => `2026-05-10T09:0${at}:00Z`
  const readings = (at: number) => [
    { time: minute(at), channel: 1, load_1: 87_101 },
    { time: minute(at + 1), channel: 3, load_1: 87_101, temperature: 30 },
    { time: minute(at + 2), channel: 1, load_1: 87_101, temperature: 30 },
  ]
  const sums = { accepted: 4, duplicates: 0, rejected: [] }
  expect((await send(...readings(1))).body).toMatchObject(sums)
  const calibration = { offset: 7101, multiplier: 0.0005 }
  await station.anna.post(`/controller/${station.transmitter.id}/channel/3/calibration`, calibration)
  expect((await send(...readings(4))).body).toMatchObject(sums)
})

test('what the store refuses is told by its position in the request', async () => {
  await send({ time, channel: 1, load_1: 77_101, load_2: 7 })
  await assign({ name: 'load_1', quantity: 'rawWeight', channel: 3 })
  await assign({ name: 'load_2', quantity: 'nothing' })
  await station.app.db.updateTable('scale').set({ state: 'deactivated' }).where('channel', '=', 3).execute()
  const reply = await send(
    { time: '2026-05-10T09:10:00Z', channel: 1, load_2: 7 },
    { time: '2026-05-10T09:10:00Z', channel: 3, temperature: 30 },
    { time: '2026-05-10T09:20:00Z', channel: 1, load_1: 1 },
  )
  expect(reply.body).toMatchObject({
    accepted: 0,
    rejected: [
      { index: 1, code: 'scale_deactivated' },
      { index: 2, code: 'scale_deactivated' },
    ],
  })
})

test('a reading with nothing else in it is stored where its value belongs, and faults keep their positions', async () => {
  await send({ time, channel: 1, hive_2: 30 })
  await assign({ name: 'hive_2', quantity: 'weight', channel: 2 })
  const later = '2026-05-10T09:10:00Z'
  const reply = await send(
    { time: later, channel: 1, hive_2: 31 },
    { time: later, channel: 1, weight: 9999 },
    { time: later, channel: 3, hive_2: 5, weight: 40 },
  )
  expect(reply.body).toMatchObject({
    accepted: 2,
    rejected: [{ index: 1, code: 'weight_out_of_range' }],
    leftOut: [
      { index: 1, field: 'weight', code: 'weight_out_of_range' },
      { index: 2, field: 'hive_2', code: 'unknown_key' },
    ],
  })
  expect(await station.stored()).toMatchObject({ 2: { weight: 31 }, 3: { weight: 40 } })
})

test('an impossible value is left out like any other', async () => {
  await send({ time, channel: 1, weight: 40, probe: 20 })
  await assign({ name: 'probe', quantity: 'temperature', channel: 1 })
  const reply = await send({ time: '2026-05-10T09:10:00Z', channel: 1, weight: 41, probe: -127 })
  expect(reply.body.leftOut).toEqual([{ index: 0, field: 'temperature', code: 'temperature_unplugged' }])
})

test('ten thousand readings with names assigned by now are read within a request', async () => {
  await send({ time, channel: 1, weight: 40, probe: 20 })
  await assign({ name: 'probe', quantity: 'temperature', channel: 2 })
  const readings = Array.from({ length: 10_000 }, (_, i) => ({
    ...{ time: new Date(Date.parse(time) - i * 60_000).toISOString(), channel: 1, probe: 20 },
  }))
  // each one beside all others would take longer than a test may
  expect((await send(...readings)).body).toMatchObject({ accepted: 9999, duplicates: 1, rejected: [] })
})
