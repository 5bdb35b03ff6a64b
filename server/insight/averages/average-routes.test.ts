import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { refreshAverages, updateAverages } from './update-averages.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** The first midnight of the region, which is an hour ahead of UTC. */
const FIRST = Date.parse('2026-05-06T23:00:00Z')

let app: TestApp
let regionId: number

type Hive = {
  client: Client
  controllerId: number
  scaleId: number
  send: (weights: [at: number, kg: number][]) => Promise<void>
}

beforeEach(async () => {
  app = await createTestApp()
  const region = { name: 'Bern', geojson: '{}', utc_offset: 1, alarm_from: 9, alarm_to: 18 }
  ;({ id: regionId } = await app.db.insertInto('region').values(region).returning('id').executeTakeFirstOrThrow())
})
afterEach(() => app.close())

/** Adds a user's hive in the region. */
async function hive(owner: string | Client): Promise<Hive> {
  const client = typeof owner === 'string' ? await app.signIn(`${owner}@example.org`) : owner
  const { id: controllerId, imei, imsi, deviceKey } = await app.claim(client)
  const scaleId = await app.addScale(client, controllerId)
  await app.db.updateTable('controller').set({ primary_region_id: regionId }).where('id', '=', controllerId).execute()
  const headers = { authorization: `Bearer ${deviceKey}` }
  const send = async (weights: [number, number][]) => {
    const readings = weights.map(([at, weight]) => ({ time: new Date(at).toISOString(), channel: 1, weight }))
    const { body } = await app.request('POST', '/ingest', { body: { imei, imsi, readings }, headers })
    expect(body.rejected).toEqual([])
    await app.deps.ingest.settled()
  }
  return { client, controllerId, scaleId, send }
}

/** Hourly weights, rising evenly by the given number of kg each day. */
const rising = (kg: number, perDay: number[]): [number, number][] =>
  perDay
    .flatMap((gain, day) =>
      Array.from({ length: 24 }, (_, hour): [number, number] => [
        FIRST + day * DAY + hour * HOUR,
        kg + perDay.slice(0, day).reduce((a, b) => a + b, 0) + (gain * hour) / 24,
      ]),
    )
    .concat([[FIRST + perDay.length * DAY, kg + perDay.reduce((a, b) => a + b, 0)]])
    .map(([at, weight]) => [at, Math.round(weight * 1000) / 1000])

async function three(): Promise<[Hive, Hive, Hive]> {
  const hives = [await hive('anna'), await hive('berta'), await hive('carla')] as [Hive, Hive, Hive]
  await hives[0].send(rising(30, [1, 2, -0.6]))
  await hives[1].send(rising(40, [2, 2, -0.3]))
  await hives[2].send(rising(50, [2.7, 0.5, 0]))
  return hives
}

const days = async (client: Client, query = `regionId=${regionId}`) =>
  (await client.get(`/regionaverage?${query}&from=2026-05-01&to=2026-05-31`)).body.days
const expected = [
  { date: '2026-05-07', mean: 1.9, median: 2, hives: 3 },
  { date: '2026-05-08', mean: 1.5, median: 2, hives: 3 },
  { date: '2026-05-09', mean: -0.3, median: -0.3, hives: 3 },
]

describe('the average of a region', () => {
  it('is the mean and median of its hives, over past local days', async () => {
    const [anna] = await three()
    await updateAverages(app.deps)
    expect((await anna.client.get(`/regionaverage?controllerId=${anna.controllerId}`)).body).toEqual({
      regionId,
      name: 'Bern',
      utcOffset: 1,
      days: expected,
    })
    expect(
      (await anna.client.get(`/regionaverage?regionId=${regionId}&from=2026-05-08&to=2026-05-08`)).body.days,
    ).toEqual([expected[1]])
    app.clock.advance(13 * HOUR)
    await refreshAverages(app.deps)
    expect(await days(anna.client), 'of the day after there are no readings').toEqual(expected)
  })

  it('is shown once there are three hives of three people', async () => {
    const anna = await hive('anna')
    const berta = await hive('berta')
    const more = await hive(anna.client)
    for (const { send } of [anna, berta, more]) await send(rising(30, [1, 1]))
    await updateAverages(app.deps)
    expect(await days(anna.client)).toEqual([])
    const carla = await hive('carla')
    await carla.send(rising(30, [1, 1]))
    await updateAverages(app.deps)
    expect(await days(anna.client)).toMatchObject([
      { mean: 1, hives: 4 },
      { mean: 1, hives: 4 },
    ])
  })

  it('leaves out what beekeepers added or removed', async () => {
    const [anna] = await three()
    const fed = rising(30, [1, 2, -0.6]).map(([at, kg]): [number, number] => [
      at,
      at >= FIRST + DAY + 10 * HOUR ? kg + 4 : kg,
    ])
    const doris = await hive('doris')
    await doris.send(fed)
    await updateAverages(app.deps)
    // by hand: (2 + 2 + 0.5 + net 2) / 4 = 1.625, rounded 1.63; the step itself hid 2/24 kg of flow: 1.604, rounded 1.6
    expect((await days(anna.client))[1]).toEqual({ date: '2026-05-08', mean: 1.6, median: 1.96, hives: 4 })
  })

  it('is corrected by late readings, and stays put while nothing changes', async () => {
    const hives = await three()
    await updateAverages(app.deps)
    expect(await updateAverages(app.deps)).toEqual({ months: 0 })
    const doris = await hive('doris')
    await doris.send(rising(30, [1, 2]))
    await updateAverages(app.deps)
    expect((await days(hives[0].client))[1]).toMatchObject({ hives: 4, mean: 1.63 })
    await doris.send([[FIRST + 3 * DAY, 30.1]])
    // by hand: (−0.6 − 0.3 + 0 − 2.9) / 4
    expect((await updateAverages(app.deps)).months).toBeGreaterThan(0)
    expect((await days(hives[0].client))[2]).toEqual({ date: '2026-05-09', mean: -0.95, median: -0.45, hives: 4 })
  })

  it('is the same whether computed bit by bit or all at once', async () => {
    const hives = await three()
    const all = () => app.db.selectFrom('region_day').selectAll().orderBy('date').execute()
    for (const kg of [31, 30.2, 29.5]) {
      await hives[1].send([[FIRST + 3 * DAY + Math.round((kg - 29) * 5) * HOUR, kg + 14]])
      await hives[2].send([[FIRST - Math.round((kg - 29) * 2) * HOUR, kg + 20]])
      await updateAverages(app.deps)
    }
    const bitByBit = await all()
    expect(bitByBit.length).toBeGreaterThanOrEqual(3)
    await app.db.deleteFrom('region_day').execute()
    await refreshAverages(app.deps)
    expect(await all()).toEqual(bitByBit)
  })

  it("follows the limits, a transmitter's region, and a scale's state", async () => {
    const [anna, berta] = await three()
    const doris = await hive('doris')
    await doris.send(rising(7.9, [0, 0]))
    const elena = await hive('elena')
    await elena.send(rising(30, [5.5, 0]))
    await updateAverages(app.deps)
    expect((await days(anna.client))[0]).toEqual(expected[0])
    const admin = await app.signIn('admin@example.org', { admin: true })
    await admin.post('/admin/settings', { averageWeightMinimumMassKg: 5, averageWeightMaximumDeltaKg: 6 })
    await updateAverages(app.deps)
    // (1 + 2 + 2.7 + 0 + 5.5) / 5
    expect((await days(anna.client))[0]).toEqual({ date: '2026-05-07', mean: 2.24, median: 2, hives: 5 })
    await anna.client.post(`/scale/${anna.scaleId}`, { state: 'deactivated' })
    await app.db
      .updateTable('controller')
      .set({ primary_region_id: null })
      .where('id', '=', berta.controllerId)
      .execute()
    await updateAverages(app.deps)
    expect((await days(admin))[0]).toEqual({ date: '2026-05-07', mean: 2.73, median: 2.7, hives: 3 })
    await doris.client.post(`/scale/${doris.scaleId}`, { state: 'empty' })
    await updateAverages(app.deps)
    expect(await days(admin)).toEqual([])
    expect(await app.db.selectFrom('region_day').selectAll().execute(), 'nothing of it is kept').toEqual([])
  })

  it('is for those who own or watch a transmitter there, and for administrators', async () => {
    const [anna] = await three()
    await updateAverages(app.deps)
    const eve = await app.signIn('eve@example.org')
    for (const query of [`regionId=${regionId}`, 'regionId=999']) {
      expect(await eve.get(`/regionaverage?${query}`)).toMatchObject({
        status: 404,
        body: { code: 'region_not_found' },
      })
    }
    expect(await eve.get(`/regionaverage?controllerId=${anna.controllerId}`)).toMatchObject({
      status: 404,
      body: { code: 'controller_not_found' },
    })
    const watching = { account_id: eve.accountId, controller_id: anna.controllerId, created_at: 0 }
    await app.db.insertInto('watch').values(watching).execute()
    expect(await days(eve)).toHaveLength(3)
    const admin = await app.signIn('admin@example.org', { admin: true })
    expect(await days(admin)).toHaveLength(3)
    const away = await app.claim(anna.client)
    await app.db.updateTable('controller').set({ primary_region_id: null }).where('id', '=', away.id).execute()
    expect(await anna.client.get(`/regionaverage?controllerId=${away.id}`)).toMatchObject({
      status: 404,
      body: { code: 'region_not_found' },
    })
  })

  it.each([
    ['neither', '', 'invalid_query'],
    ['both', 'regionId=1&controllerId=1', 'invalid_query'],
    ['a day that is none', 'regionId=1&from=2026-13-01', 'invalid_query'],
    ['an end before the begin', 'regionId=1&from=2026-05-02&to=2026-05-01', 'invalid_query'],
    ['too many days', 'regionId=1&from=2010-01-01&to=2026-05-01', 'range_too_large'],
  ])('refuses %s', async (_, query, code) => {
    const anna = await app.signIn('anna@example.org')
    expect(await anna.get(`/regionaverage?${query}`)).toMatchObject({ status: 400, body: { code } })
  })
})
