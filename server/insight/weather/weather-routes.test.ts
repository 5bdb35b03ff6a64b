import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { ABSENT } from '#domain/hives/tiles/timeline-tile.ts'
import { type WeatherField, weatherProviders } from '#domain/insight/weather.ts'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { placeControllers } from './place-controllers.ts'
import { storeWeather } from './store-weather.ts'

const HOUR = 3600
const DAY = 24 * HOUR
const utc = (text: string) => Date.parse(text) / 1000

let app: TestApp
let anna: Client
let controller: Awaited<ReturnType<TestApp['claim']>>

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  controller = await app.claim(anna)
  await placeControllers(app.deps)
})
afterEach(() => app.close())

type Source = Parameters<typeof storeWeather>[3]

/** Stores hours from `first` (epoch seconds) on, as integers. */
function store(first: number, columns: Partial<Record<WeatherField, (number | null)[]>>, source: Source = 'archive') {
  const count = Object.values(columns)[0]!.length
  const hours = {
    time: Array.from({ length: count }, (_, hour) => first + hour * HOUR),
    columns: Object.fromEntries(
      Object.entries(columns).map(([field, values]) => [field, Int32Array.from(values, (value) => value ?? ABSENT)]),
    ),
  }
  return storeWeather(app.deps, 1, hours, source)
}

const read = (from: number, to: number, more = '', client = anna) =>
  client.get(`/weather?controllerId=${controller.id}&from=${from}&to=${to}${more}`)

describe('GET weather', () => {
  it('returns the chosen fields by the hour, in everyday units', async () => {
    const noon = utc('2026-05-09T12:00:00Z')
    await store(noon, { temperature: [1840, null], pressure: [101_325, 101_300], precipitation: [12, 0] })
    const { status, body } = await read(noon, noon + DAY, '&fields=temperature,pressure')
    expect(status).toBe(200)
    expect(body).toEqual({
      controllerId: controller.id,
      placeId: 1,
      level: 'hour',
      time: [noon, noon + HOUR],
      fields: { temperature: [18.4, null], pressure: [1013.25, 1013] },
      simulated: false,
      providers: ['openMeteo'],
      loadedAt: null,
      problem: null,
    })
    expect(Object.keys((await read(noon, noon + DAY)).body.fields)).toHaveLength(10)
    expect((await read(noon + HOUR, noon + 2 * HOUR)).body.time).toEqual([noon + HOUR])
  })

  it('returns days for long spans: means, and directions as the direction of their sum', async () => {
    const day = utc('2026-03-01T00:00:00Z')
    await store(day, { temperature: [100, 201, null, 300], windBearing: [350, 350, 10, 10] })
    await store(day + DAY, { temperature: [-100, -300], windBearing: [90, 270] })
    const { body } = await read(day + HOUR, day + 200 * DAY, '&fields=temperature,windBearing')
    expect(body).toMatchObject({
      level: 'day',
      time: [day, day + DAY],
      // (100 + 201 + 300) / 3 = 200.3; east and west together have no direction
      fields: { temperature: [2, -2], windBearing: [0, null] },
    })
    expect((await read(day, day + 2 * DAY, '&level=day')).body.time).toEqual([day, day + DAY])
  })

  it('returns the rain of days finely enough to add up, also if little falls', async () => {
    const day = utc('2026-03-01T00:00:00Z')
    const drizzle = Array.from({ length: 24 }, (_, hour) => (hour < 10 ? 1 : 0))
    await store(day, { precipitation: [...drizzle, ...drizzle.map((tenths) => 3 * tenths)] })
    const { body } = await read(day, day + 2 * DAY, '&fields=precipitation&level=day')
    const rainMm = body.fields.precipitation.map((perHour: number) => 24 * perHour)
    expect(rainMm).toEqual([expect.closeTo(1, 2), expect.closeTo(3, 2)])
  })

  it('spans the ends of months and years', async () => {
    const newYear = utc('2026-01-01T00:00:00Z')
    await store(newYear - 2 * HOUR, { temperature: [1, 2, 3, 4] })
    expect((await read(newYear - DAY, newYear + DAY, '&fields=temperature')).body.fields.temperature).toEqual([
      0.01, 0.02, 0.03, 0.04,
    ])
  })

  it('leaves out a damaged month, and says everything about the others', async () => {
    const newYear = utc('2026-01-01T00:00:00Z')
    await store(newYear - 2 * HOUR, { temperature: [1, 2, 3, 4] })
    await app.db
      .updateTable('weather_month')
      .set({ bytes: Uint8Array.of(9) })
      .where('from', '<', newYear)
      .execute()
    const { status, body } = await read(newYear - DAY, newYear + DAY, '&fields=temperature')
    expect({ status, temperature: body.fields.temperature }).toEqual({ status: 200, temperature: [0.03, 0.04] })
    const grassland = await anna.get(`/weather/grassland?controllerId=${controller.id}&year=2025`)
    expect(grassland.status).toBe(200)
  })

  it('names no source for simulated weather', async () => {
    const noon = utc('2026-05-09T12:00:00Z')
    await store(noon, { temperature: [1500] }, 'simulated')
    expect((await read(noon, noon + DAY)).body).toMatchObject({ simulated: true, providers: [], problem: null })
  })

  it('says that it is switched off if nothing was loaded before', async () => {
    expect((await read(0, DAY)).body).toMatchObject({ time: [], fields: {}, problem: 'off' })
  })

  it('is only for those who can see the transmitter', async () => {
    const ben = await app.signIn('ben@example.org')
    expect(await read(0, DAY, '', ben)).toMatchObject({ status: 404, body: { code: 'controller_not_found' } })
    const grassland = `/weather/grassland?controllerId=${controller.id}&year=2026`
    expect(await ben.get(grassland)).toMatchObject({ status: 404, body: { code: 'controller_not_found' } })
    await app.db
      .insertInto('watch')
      .values({ account_id: ben.accountId, controller_id: controller.id, created_at: 1 })
      .execute()
    expect((await read(0, DAY, '', ben)).status).toBe(200)
    expect((await ben.get(grassland)).status).toBe(200)
  })

  test.each([
    ['fields that do not exist', '&from=0&to=10&fields=temperature,moon', 'invalid_query'],
    ['an end before the begin', '&from=10&to=10', 'invalid_query'],
    ['no span', '', 'invalid_query'],
    ['hours of ten years', `&from=0&to=${3650 * DAY}&level=hour`, 'range_too_large'],
    ['days of a hundred years', `&from=0&to=${36_500 * DAY}`, 'range_too_large'],
  ])('refuses %s', async (_, query, code) => {
    expect(await anna.get(`/weather?controllerId=${controller.id}${query}`)).toMatchObject({
      status: 400,
      body: { code },
    })
  })

  test.each([
    ['2021-01-01', '2022-12-31', ['copernicus']],
    ['2021-01-01', '2023-01-01', ['copernicus']],
    ['2022-12-31', '2023-01-02', ['copernicus', 'openMeteo']],
    ['2023-01-01', '2026-01-01', ['openMeteo']],
  ])('names for %s to %s %j', (from, to, providers) => {
    expect(weatherProviders(utc(from), utc(to))).toEqual(providers)
  })
})

describe('GET weather/grassland', () => {
  const sums = async (year: number) =>
    (await anna.get(`/weather/grassland?controllerId=${controller.id}&year=${year}`)).body

  it('adds up the local days of the year from the weather', async () => {
    app.clock.set('2026-03-02T08:00:00Z')
    // 10 °C from New Year in Switzerland (23:00 UTC) until the end of 1 March
    await store(utc('2025-12-31T23:00:00Z'), { temperature: Array(60 * 24).fill(1000) })
    const body = await sums(2026)
    expect(body.time).toHaveLength(60)
    expect(new Date(body.time[0] * 1000).toISOString()).toBe('2025-12-31T23:00:00.000Z')
    // 31 × 10 × 0.5 = 155, then 7.5 a day: 200 on 6 February; 155 + 28 × 7.5 + 10 = 375 on 1 March
    expect(body).toMatchObject({ year: 2026, mark: 200, online: { missingDays: 0, reachedOn: '2026-02-06' } })
    expect([body.online.sums[30], body.online.sums[35], body.online.sums[36], body.online.sums[59]]).toEqual([
      155, 192.5, 200, 375,
    ])
    expect(body.chip).toMatchObject({ missingDays: 60, reachedOn: null })
  })

  it('adds up what the chip measured, over days that have a value in each quarter', async () => {
    const send = (from: string, days: number, everyHours: number) => {
      const readings = Array.from({ length: (days * 24) / everyHours }, (_, index) => ({
        time: new Date(Date.parse(from) + index * everyHours * HOUR * 1000).toISOString(),
        temperature: 8,
      }))
      const { imei, imsi, deviceKey } = controller
      return app.request('POST', '/ingest', {
        body: { imei, imsi, readings },
        headers: { authorization: `Bearer ${deviceKey}` },
      })
    }
    app.clock.set('2026-03-11T08:00:00Z')
    expect((await send('2026-03-01T00:00:00Z', 4, 6)).status).toBe(200)
    expect((await send('2026-03-06T00:00:00Z', 3, 12)).status).toBe(200)
    await app.deps.ingest.settled()
    const { chip } = await sums(2026)
    // 4 days of 8 °C; on the others a quarter or more is silent
    expect(chip.sums.slice(59, 64)).toEqual([8, 16, 24, 32, null])
    expect(chip.missingDays).toBe(69 - 4)
  })

  it('uses the temperature of the chip if there is no outdoor sensor', async () => {
    app.clock.set('2026-03-03T08:00:00Z')
    const { imei, imsi, deviceKey } = controller
    for (let hour = 0; hour < 24; hour += 6) {
      const time = `2026-03-02T${String(hour).padStart(2, '0')}:00:00+01:00`
      const readings = [{ time, channel: 1, weight: 40 }]
      await app.request('POST', '/ingest', {
        body: { imei, imsi, chipTemperature: 6 + hour / 6, readings },
        headers: { authorization: `Bearer ${deviceKey}` },
      })
    }
    await app.deps.ingest.settled()
    // (6 + 7 + 8 + 9) / 4
    expect((await sums(2026)).chip.sums.at(-1)).toBe(7.5)
  })

  it('ends with the year', async () => {
    await store(utc('2024-12-31T00:00:00Z'), { temperature: Array(72).fill(500) })
    expect((await sums(2024)).time).toHaveLength(366)
    expect((await sums(2025)).time).toHaveLength(365)
    expect((await sums(2024)).online.sums.at(-1)).toBe(5)
    expect((await sums(2030)).time).toEqual([])
  })
})
