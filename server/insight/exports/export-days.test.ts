import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { thinDays } from '../../hives/timeline/thin-days.ts'

const HALF_HOUR_MS = 1_800_000
type Controller = Awaited<ReturnType<TestApp['claim']>>

let app: TestApp
let anna: Client
let folder: string
let home: Controller
let linde: number

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'hivewatch-days-'))
  app = await createTestApp({ DATA_DIR: folder })
  app.clock.set(Date.parse('2026-11-10T12:00:00Z'))
  anna = await app.signIn('anna@example.org')
  home = await app.claim(anna, 'Waldrand')
  linde = await app.addScale(anna, home.id, 1, { name: 'Linde' })
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

async function moveInto(controller: Controller, utcOffset: number): Promise<void> {
  const region = { name: 'There', geojson: '{}', utc_offset: utcOffset, alarm_from: 9, alarm_to: 18 }
  const { id } = await app.db.insertInto('region').values(region).returning('id').executeTakeFirstOrThrow()
  await app.db.updateTable('controller').set({ primary_region_id: id }).where('id', '=', controller.id).execute()
}

/** Sends a reading every half hour, each a gram heavier. */
async function send({ imei, imsi, deviceKey }: Controller, from: string, to: string): Promise<void> {
  const readings = []
  for (let time = Date.parse(from); time < Date.parse(to); time += HALF_HOUR_MS) {
    readings.push({ time: new Date(time).toISOString(), channel: 1, weight: 40 + readings.length / 1000 })
  }
  const sent = await app.nobody.post('/ingest', { imei, imsi, readings }, { authorization: `Bearer ${deviceKey}` })
  expect(sent).toMatchObject({ status: 200, body: { rejected: [] } })
}

async function exported(fields: object) {
  const body = { type: 'EXPORT', scales: [linde], columns: ['utc', 'scale', 'weight'], format: 'json', ...fields }
  const { id } = (await anna.post('/jobs', { ...body, language: 'en' })).body
  await app.jobs.idle()
  const { body: job } = await anna.get(`/jobs/${id}`)
  const response = await app.app.request(`/api/exports/${id}`, { headers: { cookie: anna.cookie! } })
  return { job, text: await response.text() }
}
const rowsOf = async (fields: object): Promise<{ time: string; utc: string; scale: string; weight: number }[]> =>
  JSON.parse((await exported(fields)).text)
const day = (date: string) => ({ from: date, to: date })

describe('an export of one day', () => {
  it.each([
    ['where the hive stands', undefined, undefined, '2026-06-01', '2026-05-31T22:00:00Z', '2026-06-01T21:30:00Z', 48],
    ['of 23 hours', undefined, undefined, '2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T21:30:00Z', 46],
    ['of 25 hours', undefined, undefined, '2026-10-25', '2026-10-24T22:00:00Z', '2026-10-25T22:30:00Z', 50],
    ['in a region of Tucson', -7, undefined, '2026-06-01', '2026-06-01T07:00:00Z', '2026-06-02T06:30:00Z', 48],
    ['in a region of Tokyo', 9, undefined, '2026-06-01', '2026-05-31T15:00:00Z', '2026-06-01T14:30:00Z', 48],
    ['in a region of Zurich', 1, undefined, '2026-06-01', '2026-05-31T22:00:00Z', '2026-06-01T21:30:00Z', 48],
    ['in the zone asked for', -7, 'Asia/Kolkata', '2026-06-01', '2026-05-31T18:30:00Z', '2026-06-01T18:00:00Z', 48],
    ['in UTC', -7, 'UTC', '2026-06-01', '2026-06-01T00:00:00Z', '2026-06-01T23:30:00Z', 48],
  ])('%s has its readings and no other', async (_, utcOffset, timeZone, date, first, last, count) => {
    if (utcOffset !== undefined) await moveInto(home, utcOffset)
    const noon = Date.parse(`${date}T12:00:00Z`)
    await send(home, new Date(noon - 2 * 86_400_000).toISOString(), new Date(noon + 2 * 86_400_000).toISOString())
    const rows = await rowsOf({ ...day(date), timeZone })
    expect(rows.map(({ time }) => time.slice(0, 10)).every((one) => one === date)).toBe(true)
    expect([rows[0]?.utc, rows.at(-1)?.utc, rows.length]).toEqual([first, last, count])
    const days = await rowsOf({ ...day(date), timeZone, level: 'day' })
    expect(days.map(({ time, weight }) => [time, weight])).toEqual([[date, rows.at(-1)!.weight]])
  })

  it('tells its beginning and end, and is named by that day, in local time', async () => {
    await moveInto(home, -7)
    await send(home, '2026-05-31T00:00:00Z', '2026-06-03T00:00:00Z')
    const { job, text } = await exported({ ...day('2026-06-01'), format: 'csv' })
    expect(job).toMatchObject({ from: '2026-06-01T07:00:00.000Z', to: '2026-06-02T07:00:00.000Z' })
    expect(job.result.name).toBe('hivewatch-2026-06-01-2026-06-01.csv')
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      'Time (-07:00),Time (UTC),Scale,Weight (kg)',
      '2026-06-01 00:00:00,2026-06-01T07:00:00Z,Linde,40.062',
    ])
  })

  it('contains the history of that day', async () => {
    await moveInto(home, -7)
    for (const time of ['2026-06-01T06:59:00Z', '2026-06-01T07:00:00Z', '2026-06-02T06:59:00Z', '2026-06-02T07:00:00Z'])
      await anna.post('/intervention', { scaleId: linde, label: 'other', time })
    const rows = await rowsOf({ ...day('2026-06-01'), level: 'history', columns: undefined })
    expect(rows.map(({ time }) => time)).toEqual(['2026-06-01T00:00:00-07:00', '2026-06-01T23:59:00-07:00'])
  })
})

it.each([
  ['Asia/Kathmandu', '23:45'],
  ['Asia/Kolkata', '23:30'],
  ['Europe/Zurich', '23:00'],
])('has each hour in the day in which it begins, in %s', async (timeZone, last) => {
  await send(home, '2026-04-02T00:00:00Z', '2026-04-08T00:00:00Z')
  const hours = async (from: string, to: string) =>
    (await rowsOf({ from, to, timeZone, level: 'hour' })).map(({ time }) => time)
  const first = await hours('2026-04-04', '2026-04-04')
  const second = await hours('2026-04-05', '2026-04-05')
  expect([first.length, second.length]).toEqual([24, 24])
  expect(first.at(-1)).toContain(`2026-04-04T${last}`)
  expect(await hours('2026-04-04', '2026-04-05')).toEqual([...first, ...second])
})

it('has a row for each day where a day begins an hour late', async () => {
  await send(home, '2026-04-22T00:00:00Z', '2026-04-27T00:00:00Z')
  const period = { from: '2026-04-23', to: '2026-04-25', timeZone: 'Africa/Cairo' }
  const days = await rowsOf({ ...period, level: 'day' })
  expect(days.map(({ time, utc }) => [time, utc])).toEqual([
    ['2026-04-23', '2026-04-22T22:00:00Z'],
    ['2026-04-24', '2026-04-23T22:00:00Z'],
    ['2026-04-25', '2026-04-24T21:00:00Z'],
  ])
})

it('takes a day and a time together, and leaves times as they are', async () => {
  await moveInto(home, -7)
  await send(home, '2026-05-31T00:00:00Z', '2026-06-03T00:00:00Z')
  const mixed = await rowsOf({ from: '2026-06-01', to: '2026-06-01T09:00:00Z' })
  expect(mixed.map(({ time }) => time.slice(11, 16))).toEqual(['00:00', '00:30', '01:00', '01:30'])
  const times = await rowsOf({ from: '2026-06-01T00:00:00Z', to: '2026-06-01T01:00:00Z' })
  expect(times.map(({ utc }) => utc)).toEqual(['2026-06-01T00:00:00Z', '2026-06-01T00:30:00Z'])
  // ends before the local day begins
  const { job } = await exported({ from: '2026-06-01', to: '2026-06-01T06:00:00Z' })
  expect(job).toMatchObject({ status: 'failed', problem: 'export_empty' })
})

describe('places of several zones', () => {
  let far: Controller
  let agave: number
  beforeEach(async () => {
    far = await app.claim(anna, 'Tucson')
    agave = await app.addScale(anna, far.id, 1, { name: 'Agave' })
    await moveInto(far, -7)
    for (const one of [home, far]) await send(one, '2026-05-31T00:00:00Z', '2026-06-03T12:00:00Z')
  })

  it('each have their own days', async () => {
    const period = { scales: [linde, agave], from: '2026-06-01', to: '2026-06-02' }
    const rows = await rowsOf(period)
    const spanOf = (name: string) => {
      const own = rows.filter(({ scale }) => scale === name).map(({ time }) => time)
      return [own[0], own.at(-1), own.length]
    }
    expect(spanOf('Linde')).toEqual(['2026-06-01T00:00:00+02:00', '2026-06-02T23:30:00+02:00', 96])
    expect(spanOf('Agave')).toEqual(['2026-06-01T00:00:00-07:00', '2026-06-02T23:30:00-07:00', 96])
    const days = await rowsOf({ ...period, level: 'day' })
    expect(days.map(({ scale, time, utc }) => [scale, time, utc])).toEqual([
      ['Linde', '2026-06-01', '2026-05-31T22:00:00Z'],
      ['Linde', '2026-06-02', '2026-06-01T22:00:00Z'],
      ['Agave', '2026-06-01', '2026-06-01T07:00:00Z'],
      ['Agave', '2026-06-02', '2026-06-02T07:00:00Z'],
    ])
  })

  it('share a file that names their zones, with the widest period', async () => {
    const { job, text } = await exported({ ...day('2026-06-01'), scales: [linde, agave], format: 'csv' })
    expect(job).toMatchObject({ from: '2026-05-31T22:00:00.000Z', to: '2026-06-02T07:00:00.000Z' })
    expect(job.result.name).toBe('hivewatch-2026-06-01-2026-06-01.csv')
    expect(text).toContain('Time (Europe/Zurich, -07:00)')
  })

  it('share the days of a requested zone', async () => {
    const rows = await rowsOf({ ...day('2026-06-01'), scales: [linde, agave], level: 'day', timeZone: 'Europe/Zurich' })
    expect(rows.map(({ time, utc }) => [time, utc])).toEqual([
      ['2026-06-01', '2026-05-31T22:00:00Z'],
      ['2026-06-01', '2026-05-31T22:00:00Z'],
    ])
  })
})

it('does not let a request set the planned days', async () => {
  await send(home, '2026-05-31T00:00:00Z', '2026-06-03T12:00:00Z')
  const rows = await rowsOf({ ...day('2026-06-01'), days: { from: '2026-06-02', to: '2026-06-02' } })
  expect(rows[0]!.utc).toBe('2026-05-31T22:00:00Z')
})

it('has the same lowest, highest and mean values for days of which only one reading an hour is left', async () => {
  const readings = Array.from({ length: 6 * 144 }, (_, i) => ({
    time: new Date(Date.parse('2026-05-01T00:00:00Z') + i * 600_000).toISOString(),
    channel: 1,
    // the hive is lifted for ten minutes in the middle of an hour
    weight: i === 300 ? 12 : 40 + ((i * 7) % 60) / 100,
    temperature: 20 + (i % 6),
  }))
  const { imei, imsi, deviceKey } = home
  await app.nobody.post('/ingest', { imei, imsi, readings }, { authorization: `Bearer ${deviceKey}` })
  await app.deps.ingest.settled()
  const columns = ['weight', 'weightMin', 'weightMax', 'weightMean', 'temperature']
  const wanted = { from: '2026-05-02', to: '2026-05-04', level: 'day', columns }
  const before = await rowsOf(wanted)
  expect(before).toContainEqual(expect.objectContaining({ time: '2026-05-03', weightMin: 12, temperature: 22.5 }))
  const way = { told: () => undefined, signal: new AbortController().signal }
  await thinDays(app.deps, 100, way)
  expect(await thinDays(app.deps, 100, way)).toBe(5)
  expect(await rowsOf(wanted)).toEqual(before)
  // where days begin within an hour, an hour belongs to the day of its last reading
  expect(await rowsOf({ ...wanted, timeZone: 'Asia/Kathmandu' })).toContainEqual(
    expect.objectContaining({ time: '2026-05-03', weightMin: 12, temperature: 22.5 }),
  )
})
