import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { startWeatherService, type WeatherStation } from '../../../tests/support/services/weather-service.ts'
import { createWeatherService } from '../../platform/adapters/weather-service.ts'
import { planJobs } from '../../platform/jobs/plan-jobs.ts'
import { loadNewPlaces } from './load-new-places.ts'
import { distanceM, nearestPlace } from './nearest-place.ts'
import { daysBelow, joinDays, weatherBegin } from './plan-archive.ts'
import { updateWeather } from './update-weather.ts'

const DAY = 86_400
const utc = (text: string) => Date.parse(`${text}T00:00:00Z`) / 1000

let app: TestApp
let anna: Client
let station: WeatherStation

beforeEach(async () => {
  station = await startWeatherService(() => app.clock.now())
  app = await createTestApp({ WEATHER_URL: station.url })
  anna = await app.signIn('anna@example.org')
})
afterEach(async () => {
  await app.close()
  await station.close()
})

const move = (id: number, latitude: number, longitude = 7.45) =>
  anna.post(`/controller/${id}`, { location: { latitude, longitude } })
const update = () => updateWeather(app.deps)
const weather = async (controllerId: number, from: number, to: number, more = '') =>
  (await anna.get(`/weather?controllerId=${controllerId}&from=${from}&to=${to}${more}`)).body
const places = () => app.db.selectFrom('weather_place').select(['id', 'latitude', 'problem']).orderBy('id').execute()
const asked = (path: string) => station.questions.filter((question) => question.path === `/v1/${path}`)
const spans = () =>
  asked('archive').map(
    ({ query }) => `${query.get('start_date')} ${query.get('end_date')} ${query.get('models') ?? ''}`,
  )

describe('places', () => {
  it('are shared by transmitters within a kilometer, and never move', async () => {
    const first = await app.claim(anna)
    const near = await app.claim(anna)
    const far = await app.claim(anna)
    // a hundredth of a degree of latitude is 1112 m
    await move(near.id, 46.958)
    await move(far.id, 46.9601)
    await update()
    const before = await places()
    expect(before.map(({ latitude }) => latitude)).toEqual([46.95, 46.9601])
    const placeOf = async (id: number) => (await weather(id, utc('2026-05-01'), utc('2026-05-02'))).placeId
    expect(await placeOf(near.id)).toBe(await placeOf(first.id))
    expect(await placeOf(far.id)).not.toBe(await placeOf(first.id))

    await move(first.id, 46.9501)
    await update()
    expect(await places()).toEqual(before)
  })

  it('are not shared with other people, whose hives somebody could find by moving a transmitter around', async () => {
    await app.claim(anna)
    await update()
    const before = await places()
    const berta = await app.signIn('berta@example.org')
    const { id } = await app.claim(berta)
    await berta.post(`/controller/${id}`, { location: { latitude: 46.951, longitude: 7.45 } })
    await update()
    expect((await places()).map(({ latitude }) => latitude)).toEqual([46.95, 46.951])
    const { body } = await berta.get(`/weather?controllerId=${id}&from=${utc('2026-05-01')}&to=${utc('2026-05-02')}`)
    expect(body.placeId).not.toBe(before[0]!.id)
  })

  it('are removed with the last transmitter that needs them', async () => {
    const { id } = await app.claim(anna)
    await update()
    await move(id, 47.5)
    await update()
    expect((await places()).map(({ latitude }) => latitude)).toEqual([47.5])
    await anna.post(`/controller/${id}`, { location: null })
    await update()
    expect(await places()).toEqual([])
    expect(await app.db.selectFrom('weather_month').select('from').execute()).toEqual([])
    expect((await weather(id, 0, DAY)).problem).toBe('no_location')
  })

  test.each([
    // 0.01° of latitude: 6371008.8 m × π / 18000
    [46.95, 7.45, 46.96, 7.45, 1111.95],
    // 0.01° of longitude is the same at the equator, and half of it at 60°
    [0, 7, 0, 7.01, 1111.95],
    [60, 7, 60, 7.01, 555.97],
    [0, 179.995, 0, -179.995, 1111.95],
  ])('at %f, %f and %f, %f are %f m apart', (a, b, c, d, meters) => {
    expect(distanceM({ latitude: a, longitude: b }, { latitude: c, longitude: d })).toBeCloseTo(meters, 1)
  })

  it('are chosen by the shortest distance', () => {
    const around = [46.953, 46.948, 46.951].map((latitude, index) => ({ id: index + 1, latitude, longitude: 7.45 }))
    expect(nearestPlace(around, { latitude: 46.95, longitude: 7.45 })?.id).toBe(3)
    expect(nearestPlace(around, { latitude: 46.9, longitude: 7.45 })).toBeUndefined()
  })
})

describe('the update', () => {
  it('fills from 1 January of last year from the archive, and the last days from the forecast', async () => {
    const { id } = await app.claim(anna)
    expect(await update()).toEqual({ places: 1, problems: new Map() })
    expect(spans()).toEqual(['2025-01-01 2026-01-01 ', '2026-01-02 2026-05-05 '])
    expect(asked('forecast').map(({ query }) => query.get('past_days'))).toEqual(['7'])

    const whole = await weather(id, utc('2025-01-01'), utc('2026-05-12'), '&level=hour&fields=temperature,visibility')
    expect(whole.time).toHaveLength(496 * 24)
    expect(whole.fields.temperature).not.toContain(null)
    expect(whole).toMatchObject({ problem: null, simulated: false, providers: ['openMeteo'] })
    // 14:00: 15.5 °C in the archive until 5 May, 15 °C in the forecast from 6 May on
    const at = (day: string) => whole.fields.temperature[(utc(day) - utc('2025-01-01')) / 3600 + 14]
    expect([at('2026-05-05'), at('2026-05-06')]).toEqual([15.5, 15])
    expect(whole.fields.visibility.at(0)).toBeNull()
    expect(whole.fields.visibility.at(-1)).toBe(24.14)
  })

  it('requests only what is missing, and replaces forecasts as the archive grows', async () => {
    const { id } = await app.claim(anna)
    await update()
    station.questions.length = 0
    app.clock.advance(DAY * 1000)
    await update()
    expect(spans()).toEqual(['2026-05-06 2026-05-06 '])
    const day = await weather(id, utc('2026-05-06'), utc('2026-05-07'))
    expect(day.fields.temperature[14]).toBe(15.5)
    expect(day.fields.visibility[14]).toBe(24.14)

    station.questions.length = 0
    await update()
    expect(spans()).toEqual([])
  })

  it('closes the gap left by an outage', async () => {
    const { id } = await app.claim(anna)
    await update()
    app.clock.advance(20 * DAY * 1000)
    station.questions.length = 0
    await update()
    expect(spans()).toEqual(['2026-05-06 2026-05-25 '])
    const time = (await weather(id, utc('2026-05-01'), utc('2026-06-01'))).time as number[]
    expect(time).toHaveLength(31 * 24)
  })

  it('reaches back by forecast where the archive has nothing, and asks the archive no more than twice', async () => {
    const { id } = await app.claim(anna)
    await app.db
      .updateTable('controller')
      .set({ activated_at: Date.parse('2019-05-01') })
      .where('id', '=', id)
      .execute()
    station.troubleNext({ status: 503 }, 'hang')
    const { problems } = await update()
    expect([...problems.values()]).toEqual(['weather_unreachable'])
    expect(spans()).toHaveLength(2)
    expect(asked('forecast').map(({ query }) => query.get('past_days'))).toEqual(['92'])
    const may = await weather(id, utc('2026-05-01'), utc('2026-05-11'))
    expect(may).toMatchObject({ problem: 'weather_unreachable' })
    expect(may.time).toHaveLength(10 * 24)

    await update()
    expect(asked('forecast').map(({ query }) => query.get('past_days'))).toEqual(['92', '7'])
    expect(await weather(id, utc('2019-05-01'), utc('2019-05-02'))).toMatchObject({ problem: null, placeId: 1 })
    expect((await weather(id, utc('2019-05-01'), utc('2019-05-02'))).time).toHaveLength(24)
  })

  it('says what is wrong if nothing is known', async () => {
    const { id } = await app.claim(anna)
    const [from, to] = [utc('2026-05-01'), utc('2026-05-11')]
    expect((await weather(id, from, to)).problem).toBe('not_loaded')
    station.service.down = true
    await update()
    expect(await weather(id, from, to)).toMatchObject({ time: [], problem: 'weather_unreachable', providers: [] })
  })

  it('requests places together, and each alone if one of them spoils the response', async () => {
    const { id } = await app.claim(anna)
    const other = await app.claim(anna)
    await move(other.id, 47.5)
    station.service.value = (name, time, place) =>
      place.latitude > 47.2 && name === 'relative_humidity_2m' ? 400 : station.plain(name, time, place)
    const { problems } = await update()
    expect([...problems.values()]).toEqual(['weather_garbled'])
    const [from, to] = [utc('2026-05-01'), utc('2026-05-02')]
    expect((await weather(id, from, to)).time).toHaveLength(24)
    expect(await weather(other.id, from, to)).toMatchObject({ time: [], problem: 'weather_garbled' })

    station.service.value = station.plain
    station.questions.length = 0
    await update()
    expect(asked('forecast').map(({ query }) => query.get('latitude'))).toEqual(['46.950,47.500'])
    expect((await weather(other.id, from, to)).time).toHaveLength(24)
  })

  it('continues past a place whose weather is damaged, and reports it', async () => {
    await app.claim(anna)
    const { id } = await app.claim(anna)
    await move(id, 47.5)
    await update()
    const [broken, whole] = await places()
    const loaded = () => app.db.selectFrom('weather_place').select(['id', 'loaded_at']).orderBy('id').execute()
    const before = await loaded()
    await app.db
      .updateTable('weather_month')
      .set({ bytes: new Uint8Array([1, 2, 3]), archived: 0 })
      .where('place_id', '=', broken!.id)
      .execute()
    app.clock.advance(DAY * 1000)
    await update()
    expect(await loaded()).toEqual([before[0], { id: whole!.id, loaded_at: app.clock.now() }])
    expect(await app.deps.troubles.open()).toMatchObject([
      { kind: 'loop_failing', subject: 'weather of places', values: { first: `place ${broken!.id}`, count: 1 } },
    ])
  })

  it('asks the other provider for the years until 2022', async () => {
    const { id } = await app.claim(anna)
    await app.db
      .updateTable('controller')
      .set({ activated_at: Date.parse('2022-12-30T15:00:00Z') })
      .where('id', '=', id)
      .execute()
    await update()
    expect(spans().slice(0, 2)).toEqual(['2022-12-30 2022-12-31 era5_seamless', '2023-01-01 2024-01-01 '])
    const change = await weather(id, utc('2022-12-30'), utc('2023-01-02'))
    expect(change.providers).toEqual(['copernicus', 'openMeteo'])
    expect((await weather(id, utc('2022-12-30'), utc('2023-01-01'))).providers).toEqual(['copernicus'])
  })

  it('stores nothing of a response that stops halfway', async () => {
    const { id } = await app.claim(anna)
    station.troubleNext((answer) => {
      answer[0]!.hourly.wind_speed_10m!.length = 100
      return answer[0]
    })
    await update()
    const { time } = await weather(id, utc('2025-01-01'), utc('2025-02-01'))
    expect(time).toEqual([])
  })
})

describe('the job', () => {
  const job = async () => (await app.db.selectFrom('job').selectAll().orderBy('id').execute()).at(-1)!

  it('runs at night, once however many nights were missed', async () => {
    await app.claim(anna)
    await planJobs(app.deps)
    app.clock.advance(3 * DAY * 1000)
    await planJobs(app.deps)
    await app.jobs.idle()
    const jobs = await app.db
      .selectFrom('job')
      .select(['status', 'result'])
      .where('type', '=', 'WEATHER_UPDATE')
      .execute()
    expect(jobs).toEqual([{ status: 'done', result: JSON.stringify({ places: 1 }) }])
  })

  it('starts at once for a new or moved transmitter', async () => {
    const { id } = await app.claim(anna)
    await loadNewPlaces(app.deps)
    await app.jobs.idle()
    expect(await job()).toMatchObject({ type: 'WEATHER_UPDATE', status: 'done' })
    await loadNewPlaces(app.deps)
    await move(id, 46.2)
    await loadNewPlaces(app.deps)
    await app.jobs.idle()
    expect((await job()).id).toBe(2)
    expect((await weather(id, utc('2025-01-01'), utc('2025-01-02'))).time).toHaveLength(24)
  })

  it('is retried when the service was down, and says why', async () => {
    await app.claim(anna)
    station.service.down = true
    await loadNewPlaces(app.deps)
    await app.jobs.idle()
    expect(await job()).toMatchObject({ status: 'queued', problem: 'weather_unreachable', attempts: 1 })
    station.service.down = false
    app.clock.advance(3600_000)
    app.jobs.wake()
    await app.jobs.idle()
    expect(await job()).toMatchObject({ status: 'done' })
  })

  it('no longer reports a service that was down and has been switched off since', async () => {
    await app.claim(anna)
    station.service.down = true
    await update()
    const failing = async () => (await app.deps.troubles.open()).map(({ kind }) => kind)
    expect(await failing()).toEqual(['weather_failing'])
    await loadNewPlaces(app.deps)
    expect(await failing()).toEqual(['weather_failing'])
    const weather = createWeatherService({ ...app.deps.config.weather, url: undefined }, app.deps)
    await loadNewPlaces({ ...app.deps, weather })
    expect(await failing()).toEqual([])
  })

  it('reloads a period of one transmitter for an administrator only', async () => {
    const { id } = await app.claim(anna)
    await update()
    station.service.value = (name, time, place) => (name === 'temperature_2m' ? 3 : station.plain(name, time, place))
    const body = { type: 'WEATHER_UPDATE', controllerId: id, from: '2025-07-01', to: '2025-07-02' }
    expect((await anna.post('/jobs', body)).status).toBe(403)
    const admin = await app.signIn('admin@example.org', { admin: true })
    station.questions.length = 0
    expect((await admin.post('/jobs', body)).status).toBeLessThan(300)
    await app.jobs.idle()
    expect(spans()).toEqual(['2025-07-01 2025-07-02 '])
    const july = await weather(id, utc('2025-06-30'), utc('2025-07-02'))
    expect([july.fields.temperature[14], july.fields.temperature[38]]).toEqual([15.5, 3])
  })
})

describe('the plan of the archive', () => {
  it('begins on 1 January of last year, or with the activation, and not before 2016', () => {
    const now = Date.parse('2026-05-10T10:00:00Z')
    const earliest = utc('2016-01-01')
    expect(weatherBegin(now, undefined, earliest)).toBe(utc('2025-01-01'))
    expect(weatherBegin(now, now, earliest)).toBe(utc('2025-01-01'))
    expect(weatherBegin(now, Date.parse('2020-03-04T17:00:00Z'), earliest)).toBe(utc('2020-03-04'))
    expect(weatherBegin(now, Date.parse('2011-03-04T17:00:00Z'), earliest)).toBe(earliest)
  })

  it('joins nearby days, up to a year, and never across the change of providers', () => {
    const days = (first: string, count: number) => Array.from({ length: count }, (_, day) => utc(first) + day * DAY)
    const text = (list: number[]) =>
      joinDays(list).map(({ from, to }) => `${new Date(from * 1000).toISOString().slice(0, 10)} +${(to - from) / DAY}`)
    expect(text([])).toEqual([])
    expect(text([...days('2025-03-01', 2), ...days('2025-03-10', 1), ...days('2025-04-10', 1)])).toEqual([
      '2025-03-01 +10',
      '2025-04-10 +1',
    ])
    expect(text(days('2022-12-30', 4))).toEqual(['2022-12-30 +2', '2023-01-01 +2'])
    expect(text(days('2024-01-01', 400))).toEqual(['2024-01-01 +366', '2025-01-01 +34'])
    expect(daysBelow(new Map(), { from: utc('2024-02-28'), to: utc('2024-03-02') }, 'archive')).toHaveLength(3)
  })
})
