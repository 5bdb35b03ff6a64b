import { describe, expect, it } from 'vitest'
import { transmitterStation } from '../../../tests/support/samples/transmitter-station.ts'

const station = transmitterStation()
const { sendAnywhere, stored } = station

/** Sends a document when unknown values are kept again. */
async function send(document: object, path = '/api/ingest/json') {
  station.app.clock.advance(11 * 60_000)
  return sendAnywhere('POST', path, document, station.bearer())
}
const fields = async () => {
  const { body } = await station.anna.get(`/controller/${station.transmitter.id}/field`)
  return Object.fromEntries(body.map(({ name, lastValue }: { name: string; lastValue: number }) => [name, lastValue]))
}
const assign = async (name: string, channel: number) => {
  const meaning = { name, quantity: 'weight', channel }
  expect((await station.anna.post(`/controller/${station.transmitter.id}/field`, meaning)).status).toBe(200)
}

describe.each(['/api/ingest/json', '/api/ingest/beep', '/api/sensors'])('at %s', (path) => {
  it.each([
    // LusnakSimon/beehive: a gateway that adds the hive
    [{ hiveId: 'HIVE-001' }, { hiveId: 'HIVE-002' }, 'HIVE-002'],
    [{ device: 'linde' }, { device: 'buche' }, 'buche'],
    [{ node_id: 1 }, { node_id: 2 }, '2'],
    [{ hive: 1 }, { hive: 2 }, '2'],
    [{ MAC: 'A4:CF:12:00:00:01' }, { MAC: 'A4:CF:12:00:00:02' }, 'A4:CF:12:00:00:02'],
  ])('devices with one key that say %j and %j are not one hive', async (linde, buche, name) => {
    expect((await send({ ...linde, weight: 41, temperature: 34 }, path)).status).toBeLessThan(300)
    expect((await send({ ...buche, weight: 22, temperature: 31 }, path)).status).toBeLessThan(300)
    expect((await send({ ...linde, weight: 41.1 }, path)).status).toBeLessThan(300)
    expect(await stored()).toEqual({ 1: { weight: 41.1, temperature: 34 } })
    expect(await fields()).toMatchObject({ [`${name}_weight`]: 22, [`${name}_temperature`]: 31 })
    await assign(`${name}_weight`, 2)
    expect((await send({ ...buche, weight: 22.5 }, path)).status).toBeLessThan(300)
    expect(await stored()).toMatchObject({ 1: { weight: 41.1 }, 2: { weight: 22.5 } })
  })

  it('a weight further in, as of a tare, does not come before that of the document', async () => {
    expect((await send({ tare: { weight: 1 }, weight: 41.5, limits: { weight: 60 } }, path)).status).toBeLessThan(300)
    expect(await stored()).toEqual({ 1: { weight: 41.5 } })
  })

  it('what stands below one device is not that of another that comes alone', async () => {
    await send({ node1: { weight: 41 }, node2: { weight: 22 } }, path)
    await send({ node2: { weight: 22.1 } }, path)
    await send({ nodes: { 2: { weight: 22.2 } } }, path)
    expect(await stored()).toMatchObject({ 1: { weight: 41 } })
    expect(await fields()).toMatchObject({ node2_weight: 22.1, nodes_2_weight: 22.2 })
  })

  it('a device may say anything of itself that is not its name', async () => {
    for (const own of [
      { hive: 34.6 },
      { hive: 34 },
      { channel: 3 },
      { scale: 22_500 },
      { name: 'nan' },
      { sensor: 2 },
      {},
    ]) {
      await send({ device_id: 'linde', weight: 41 }, path)
      await send({ ...own, weight: 41.5 }, path)
      expect(await stored()).toMatchObject({ 1: { weight: 41.5 } })
    }
  })

  it('its owner can say that all of them are one', async () => {
    await send({ device: 'linde', weight: 41 }, path)
    await send({ device: 'linde 2', weight: 41.2 }, path)
    await assign('linde 2_weight', 1)
    await send({ device: 'linde 2', weight: 41.3 }, path)
    expect(await stored()).toMatchObject({ 1: { weight: 41.3 } })
  })
})

it('a number that names the device is no unknown field', async () => {
  const named = { node: 3, sensor_id: 7, serial_number: 12_345, weight: 41 }
  expect((await send(named, '/api/ingest/beep')).body).toBe('saved')
  expect(await fields()).toEqual({})
})

it('two that send first at the same moment are not mixed', async () => {
  const { app } = station
  const both = ['linde', 'buche'].map((device, i) =>
    sendAnywhere('POST', '/api/ingest/json', { device, weight: 40 + i }, station.bearer()),
  )
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200])
  await app.deps.ingest.settled()
  expect(Object.keys(await fields())).toHaveLength(1)
})

it('a mapping is for the device that sent first; the others are told apart by their names', async () => {
  const mapping = [
    { path: '/v/0', quantity: 'weight', unit: 'gram' },
    { path: '/v/1', quantity: 'temperature' },
  ]
  expect((await station.anna.post(`/controller/${station.transmitter.id}/json`, { mapping })).status).toBe(200)
  await send({ device: 'linde', v: [41_000, 34] })
  const { body } = await send({ device: 'buche', v: [22_000, 31] })
  expect(body).toMatchObject({ accepted: 0, leftOut: [{ field: 'buche_weight' }, { field: 'buche_temperature' }] })
  expect(await stored()).toEqual({ 1: { weight: 41, temperature: 34 } })
  await assign('buche_weight', 2)
  await send({ device: 'buche', v: [22_500, 31] })
  expect(await stored()).toMatchObject({ 1: { weight: 41 }, 2: { weight: 22.5 } })
})

it('a mapped list may have elements of several devices', async () => {
  const mapping = [
    { path: '/readings/*/g', quantity: 'weight', unit: 'gram' },
    { path: '/readings/*/at', quantity: 'time', unit: 'iso' },
  ]
  expect((await station.anna.post(`/controller/${station.transmitter.id}/json`, { mapping })).status).toBe(200)
  const at = (minute: number) => `2026-05-10T09:${minute}:00Z`
  const of = (node: string, minute: number, g: number) => ({ node, at: at(minute), g })
  const readings = [
    of('linde', 10, 41_000),
    of('buche', 10, 22_000),
    of('linde', 20, 41_100),
    { ...of('buche', 20, 1), at: '' },
  ]
  const { body } = await send({ gateway: 1, readings })
  expect(body).toMatchObject({
    accepted: 2,
    rejected: [{ code: 'time_invalid' }],
    leftOut: [{ field: 'buche_weight' }],
  })
  expect(await stored()).toEqual({ 1: { weight: 41.1 } })
  expect(await fields()).toEqual({ buche_weight: 22 })
  await assign('buche_weight', 2)
  await send({ readings: [of('buche', 30, 22_500), of('linde', 30, 41_200)] })
  expect(await stored()).toEqual({ 1: { weight: 41.2 }, 2: { weight: 22.5 } })
})

it('a LoRaWAN node may weigh several hives, one in each uplink', async () => {
  // joergkeller/beehive-sensor: hiveId, "when multiple hives per device"
  const uplink = (hiveId: number, weight: number) => ({
    deviceInfo: { devEui: '0004a30b001c0530' },
    fPort: 2,
    object: { version: 0, hiveId, temperature: { aussen: -7.5, mitte: 19.2 }, weight, battery: 3.31 },
  })
  await send(uplink(42, 41), '/api/ingest/lorawan?event=up')
  await send(uplink(43, 22), '/api/ingest/lorawan?event=up')
  await send(uplink(42, 41.1), '/api/ingest/lorawan?event=up')
  expect(await stored()).toMatchObject({ 1: { weight: 41.1, temperature: 19.2 } })
  expect(await fields()).toEqual({ '43_weight': 22, '43_temperature_mitte': 19.2 })
  const records = [
    { bn: 'urn:dev:DEVEUI:0004A30B001C0530:', bt: 1_778_407_000, n: 'hive', vs: 'Linde' },
    { n: 'weight', v: 50 },
  ]
  expect((await send(records, '/api/ingest/lorawan')).body.leftOut).toMatchObject([{ field: 'Linde_weight' }])
})

describe('a table', () => {
  const csv = async (text: string, query = '') => {
    station.app.clock.advance(11 * 60_000)
    return sendAnywhere('POST', `/api/ingest/csv${query}`, text, { ...station.bearer(), 'content-type': 'text/csv' })
  }
  const row = (minute: number, ...cells: (string | number)[]) => [`2026-05-10T09:${10 + minute}:00Z`, ...cells].join()

  it.each(['device', 'Hive', 'Volk', 'device_id'])('with a column %s does not mix its rows', async (heading) => {
    const rows = [
      row(0, 'linde', 41, 34),
      row(0, 'buche', 22, 31),
      row(20, 'linde', 41.1, 34),
      row(21, 'buche', 22.1, 31),
    ]
    const { body } = await csv([`time,${heading},weight,temperature`, ...rows].join('\n'))
    expect(body).toMatchObject({ accepted: 2, rejected: [] })
    expect(body.leftOut).toMatchObject([{ field: 'buche_weight' }, { field: 'buche_temperature' }])
    expect(await stored()).toEqual({ 1: { weight: 41.1, temperature: 34 } })
    await assign('buche_weight', 2)
    await csv([`time,${heading},weight`, row(30, 'linde', 41.2), row(30, 'buche', 22.2)].join('\n'))
    expect(await stored()).toMatchObject({ 1: { weight: 41.2 }, 2: { weight: 22.2 } })
  })

  it('belongs to the scale whose number its rows have, if there is one', async () => {
    await csv(['time,weight,weight2', row(0, 41, 22)].join('\n'))
    await csv(['time,hive,weight', row(10, 1, 41.1), row(11, 2, 22.1)].join('\n'))
    expect(await stored()).toMatchObject({ 1: { weight: 41.1 }, 2: { weight: 22.1 } })
    expect(await fields()).toEqual({})
  })

  it.each([
    ['hive', [34.5, 34, 35]],
    ['name', ['honey taken', 'fed', '']],
    ['scale', [22_500, 22_501.5, 22_500]],
    ['hive', ['', '', '']],
  ])('may have a column %s that is about something else: %j', async (heading, cells) => {
    await csv([`time,${heading},weight`, ...cells.map((cell, i) => row(i, cell, 41 + i))].join('\n'))
    expect(await stored()).toEqual({ 1: { weight: 43 } })
  })

  it('keeps its column of channels', async () => {
    await csv(['time,device,channel,weight', row(0, 'linde', 1, 41), row(0, 'buche', 2, 22)].join('\n'))
    expect(await stored()).toMatchObject({ 1: { weight: 41 }, 2: { weight: 22 } })
  })
})
