import * as v from 'valibot'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Analysis } from '#domain/insight/analysis.ts'
import { SeasonRanking } from '#domain/insight/season-ranking.ts'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

const HOUR = 3600
/** Swiss summer time began on 29 March 2026 at 01:00 UTC. */
const SUMMER = Date.UTC(2026, 2, 29, 1) / 1000
const local = (time: number) => time + (time >= SUMMER ? 2 : 1) * HOUR
const dayNumber = (time: number) => Math.floor(local(time) / 86_400)
const dayOf = (date: string) => Date.parse(date) / 86_400_000

type Plan = { flow: { from: string; to: string; kg: number }[]; supers?: { at: string; kg: number }[] }

/** 40 kg, losing 50 g a day in March, each day at noon; in a flow each day brings its kilograms between 10:00 and 15:00. */
function weightAt(time: number, { flow, supers = [] }: Plan): number {
  const today = dayNumber(time)
  const hour = (local(time) % 86_400) / HOUR
  const winterNoons = Math.min(dayOf('2026-04-01'), today + (hour >= 12 ? 1 : 0)) - dayOf('2026-03-01')
  let kg = 40 - 0.05 * winterNoons
  for (const { from, to, kg: perDay } of flow) {
    const whole = Math.min(today, dayOf(to) + 1) - dayOf(from)
    if (whole > 0) kg += perDay * whole
    if (today >= dayOf(from) && today <= dayOf(to)) kg += (perDay * Math.min(5, Math.max(0, hour - 10))) / 5
  }
  for (const { at, kg: added } of supers) if (time >= Date.parse(at) / 1000) kg += added
  return Math.round(kg * 1000) / 1000
}

let app: TestApp
let anna: Client
let controller: Awaited<ReturnType<TestApp['claim']>>
let linden: number
let weide: number

async function send(channel: number, plan: Plan, silent: (time: number) => boolean = () => false) {
  const readings = []
  const from = Date.parse('2026-02-28T12:00:00Z') / 1000
  for (let time = from; time <= app.clock.now() / 1000; time += HOUR) {
    if (silent(time)) continue
    readings.push({ time: new Date(time * 1000).toISOString(), channel, weight: weightAt(time, plan) })
  }
  const { imei, imsi, deviceKey } = controller
  const headers = { authorization: `Bearer ${deviceKey}` }
  const sent = await app.nobody.post('/ingest', { imei, imsi, readings }, headers)
  expect(sent).toMatchObject({ status: 200, body: { rejected: [] } })
  // a scale with steps made by hand is judged after the response
  await app.deps.ingest.settled()
}

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  controller = await app.claim(anna)
  linden = await app.addScale(anna, controller.id, 1, { name: 'Linden' })
  weide = await app.addScale(anna, controller.id, 2, { name: 'Weide' })
})
afterEach(() => app.close())

const analysis = async (query = '', client = anna) => v.parse(Analysis, (await client.get(`/analysis${query}`)).body)

describe('the season', () => {
  test('ranks each scale by its gain, with the supers the beekeeper added taken out', async () => {
    await send(1, { flow: [{ from: '2026-04-20', to: '2026-04-24', kg: 1 }] })
    const supers = [{ at: '2026-05-02T17:00:00Z', kg: 6 }]
    await send(2, { flow: [{ from: '2026-04-28', to: '2026-05-03', kg: 1.5 }], supers })
    const { scales, ...rest } = await analysis()
    expect(rest).toEqual({
      year: 2026,
      years: [2026],
      season: { from: '2026-04-01', to: '2026-09-30' },
      winter: { from: '2025-10-01', to: '2026-03-31' },
    })
    // 5 days of 1 kg; 6 days of 1.5 kg, without the super of 6 kg; the 39 days from 1 April to 10 May are known
    expect(scales).toMatchObject([
      { scaleId: linden, name: 'Linden', rank: 2, gain: { kg: 5, days: 39 } },
      { scaleId: weide, name: 'Weide', rank: 1, gain: { kg: 9, days: 39 } },
    ])
    expect(scales[0]!.flows).toEqual([{ from: '2026-04-20', to: '2026-04-24', kg: 5, goesOn: false }])
    expect(scales[1]!.flows).toEqual([{ from: '2026-04-28', to: '2026-05-03', kg: 9, goesOn: false }])
    expect(scales[0]!.bestDays).toHaveLength(5)
    expect(scales[0]!.bestDays[0]).toEqual({ date: '2026-04-20', kg: 1 })
    // 31 days of March at 50 g: 1.55 kg, 1.55 × 7 / 31 = 0.35 kg a week
    expect(scales[0]!.winter).toEqual({ kg: 1.55, days: 31, kgPerWeek: 0.35 })
    expect(scales[0]!.months).toMatchObject([
      { month: '2026-03', gainKg: -1.55 },
      { month: '2026-04', gainKg: 5 },
      { month: '2026-05', gainKg: 0 },
    ])
    // no weight moves between 22:00 and 05:00, and nothing dips
    expect(scales[0]).toMatchObject({ nights: { kg: 0, days: 39 }, foragers: null })
    expect(scales[0]).not.toHaveProperty('days')
  })

  test('has an ongoing flow only if its last days are known', async () => {
    const flow = [{ from: '2026-05-05', to: '2026-05-09', kg: 1.5 }]
    await send(1, { flow })
    // no readings since the fifth day of the flow
    await send(2, { flow }, (time) => time > Date.parse('2026-05-10T00:30:00Z') / 1000)
    const flowsAt = async (time: string) => {
      app.clock.set(Date.parse(time))
      const { scales } = await analysis('?year=2026')
      return scales.map(({ flows }) => flows.map(({ to, goesOn }) => ({ to, goesOn })))
    }
    const [to] = ['2026-05-09']
    expect(await flowsAt('2026-05-10T10:00:00Z')).toEqual([[{ to, goesOn: true }], [{ to, goesOn: true }]])
    expect(await flowsAt('2026-05-13T10:00:00Z')).toEqual([[{ to, goesOn: false }], [{ to, goesOn: false }]])
  })

  test('counts what a flow brings while the transmitter is silent for days', async () => {
    const gap = { from: Date.parse('2026-04-20T06:00:00Z') / 1000, to: Date.parse('2026-04-24T06:00:00Z') / 1000 }
    const flow = [{ from: '2026-04-20', to: '2026-04-25', kg: 1.5 }]
    await send(1, { flow }, (time) => time > gap.from && time < gap.to)
    const [scale] = (await analysis(`?scales=${linden}`)).scales
    expect(scale).toMatchObject({ gain: { kg: 9, days: 39 } })
  })

  test('bridges a gap, and reports the days on either side of it as unknown', async () => {
    const gap = { from: Date.parse('2026-04-10T06:00:00Z') / 1000, to: Date.parse('2026-04-13T06:00:00Z') / 1000 }
    await send(
      1,
      { flow: [{ from: '2026-04-20', to: '2026-04-24', kg: 1 }] },
      (time) => time > gap.from && time < gap.to,
    )
    const [scale] = (await analysis(`?scales=${linden}&days=true`)).scales
    expect(scale).toMatchObject({ rank: 1, gain: { kg: 5, days: 39 } })
    const days = new Map(scale!.days!.map(({ date, kg }) => [date, kg]))
    expect([...days].filter(([, kg]) => kg === null).map(([date]) => date)).toEqual([
      '2026-04-10',
      '2026-04-11',
      '2026-04-12',
      '2026-04-13',
    ])
    expect(days.get('2026-04-22')).toBe(1)
    expect(days.get('2026-04-25')).toBe(0)
    // 1 October to 31 March is 26 weeks; readings come from March on, when the last three whole weeks begin
    expect(scale!.winterWeeks).toHaveLength(26)
    expect(scale!.winterWeeks!.slice(-4)).toEqual([
      { date: '2026-03-04', kg: 0.35 },
      { date: '2026-03-11', kg: 0.35 },
      { date: '2026-03-18', kg: 0.35 },
      { date: '2026-03-25', kg: 0.35 },
    ])
  })

  test('without readings reports nothing for a scale, and leaves out an archived one altogether', async () => {
    await send(1, { flow: [] })
    await anna.post(`/controller/${controller.id}/channel/2/archive`)
    const { scales } = await analysis('?year=2024')
    expect(scales).toEqual([
      {
        scaleId: linden,
        controllerId: controller.id,
        name: 'Linden',
        damaged: false,
        rank: null,
        gain: null,
        bestDays: [],
        flows: [],
        winter: null,
        foragers: null,
        nights: null,
        months: [],
      },
    ])
  })

  test('can be requested for the year whose winter has begun', async () => {
    app.clock.set('2026-11-21T10:00:00Z')
    anna = await app.signIn('later@example.org')
    expect((await analysis()).years).toEqual([2026, 2027])
    expect((await analysis('?year=2025')).years).toEqual([2025, 2026, 2027])
    expect((await analysis()).year).toBe(2026)
  })
})

describe('the ranking of all transmitters', () => {
  test("ranks everyone's hives by their gain, matching each one's analysis, region by region", async () => {
    await send(1, { flow: [{ from: '2026-04-20', to: '2026-04-24', kg: 1 }] })
    await send(2, { flow: [{ from: '2026-04-28', to: '2026-05-03', kg: 1.5 }] })
    await app.deps.ingest.settled()
    const root = await app.signIn('root@example.org', { admin: true })
    const ranking = async (query = '') => v.parse(SeasonRanking, (await root.get(`/admin/analysis${query}`)).body)
    expect(await ranking()).toMatchObject({
      year: 2026,
      hives: 2,
      regions: [{ regionId: null, name: null, hives: 2, meanKg: 7, medianKg: 7 }],
      items: [
        { rank: 1, scaleId: weide, name: 'Weide', owner: 'anna@example.org', gain: { kg: 9, days: 39 } },
        { rank: 2, scaleId: linden, controllerName: 'Waldrand', gain: { kg: 5, days: 39 } },
      ],
      nextCursor: null,
    })
    const first = await ranking('?limit=1')
    expect(first).toMatchObject({ items: [{ scaleId: weide }], nextCursor: '1' })
    expect(await ranking(`?limit=1&cursor=${first.nextCursor}`)).toMatchObject({
      items: [{ rank: 2 }],
      nextCursor: null,
    })
    expect((await ranking('?q=lind')).items).toMatchObject([{ rank: 2, scaleId: linden }])
    expect((await ranking('?region=7')).items).toEqual([])
    expect((await ranking('?year=2024')).items).toEqual([])
    expect((await anna.get('/admin/analysis')).status).toBe(403)
  })
})

describe('the ranking of a hive whose scale measured no weight in some months', () => {
  test('is by the months in which it did', async () => {
    app.clock.set('2026-08-20T10:00:00Z')
    const flow = [
      { from: '2026-04-20', to: '2026-04-24', kg: 1 },
      { from: '2026-05-20', to: '2026-05-24', kg: 2 },
    ]
    const { imei, imsi, deviceKey } = controller
    const [from, broken] = [Date.parse('2026-03-20T12:00:00Z'), Date.parse('2026-06-10T12:00:00Z')]
    const readings = Array.from({ length: (app.clock.now() - from) / HOUR / 1000 }, (_, hour) => {
      const ms = from + hour * HOUR * 1000
      const measured = ms < broken ? { weight: weightAt(ms / 1000, { flow }) } : { temperature: 34 }
      return { time: new Date(ms).toISOString(), channel: 1, ...measured }
    })
    await app.nobody.post('/ingest', { imei, imsi, readings }, { authorization: `Bearer ${deviceKey}` })
    await app.deps.ingest.settled()
    const root = await app.signIn('root@example.org', { admin: true })
    const { items } = v.parse(SeasonRanking, (await root.get('/admin/analysis')).body)
    // 5 days of 1 kg and 5 of 2 kg; the 70 days from 1 April to 10 June are known
    expect(items).toMatchObject([{ scaleId: linden, gain: { kg: 15, days: 70 } }])
  })
})

describe('who may see it', () => {
  test("is refused for somebody else's scale, as for one that does not exist", async () => {
    const ben = await app.signIn('ben@example.org')
    expect((await analysis('', ben)).scales).toEqual([])
    for (const id of [linden, 999]) {
      const refused = await ben.get(`/analysis?scales=${id}`)
      expect(refused).toMatchObject({ status: 404, body: { code: 'scale_not_found' } })
    }
  })

  test('an invalid query is refused', async () => {
    for (const query of ['year=1999', 'year=26', 'scales=a', 'days=1']) {
      expect((await anna.get(`/analysis?${query}`)).status, query).toBe(400)
    }
  })
})
