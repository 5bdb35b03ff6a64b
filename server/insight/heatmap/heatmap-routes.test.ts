import * as v from 'valibot'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HeatmapMap } from '#domain/insight/heatmap.ts'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { refreshAverages } from '../averages/update-averages.ts'

let app: TestApp

beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

/** Sends an hourly weight from 1 May, Swiss time, for `days` days: `daily` kg more each day, all of it at noon. */
async function season(owner: Client, name: string, daily: number, { days = 5, regionId = null as number | null } = {}) {
  const controller = await app.claim(owner, name)
  await owner.post(`/controller/${controller.id}`, { primaryRegionId: regionId })
  const scaleId = await app.addScale(owner, controller.id)
  const start = Date.parse('2026-04-30T22:00:00Z')
  const readings = Array.from({ length: days * 24 + 1 }, (_, hour) => ({
    time: new Date(start + hour * 3_600_000).toISOString(),
    channel: 1,
    weight: 30 + daily * Math.floor((hour + 12) / 24),
  }))
  const body = { imei: controller.imei, imsi: controller.imsi, battery: 3.9, signal: -70, readings }
  const { status } = await app.nobody.post('/ingest', body, { authorization: `Bearer ${controller.deviceKey}` })
  expect(status).toBe(200)
  await app.deps.ingest.settled()
  return scaleId
}

const region = async (utcOffset = 2): Promise<number> => {
  const row = { name: 'Bern', geojson: '{}', utc_offset: utcOffset, alarm_from: 9, alarm_to: 18 }
  const { id } = await app.db.insertInto('region').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

const map = async (client: Client, from = '2026-04-30', to = '2026-05-06') => {
  const { status, body } = await client.get(`/heatmap/map?from=${from}&to=${to}`)
  expect(status).toBe(200)
  return v.parse(HeatmapMap, body)
}

test('the gain of a day is measured between its two midnights; days without readings have none', async () => {
  const owner = await app.signIn('anna@example.org')
  const scaleId = await season(owner, 'Waldrand', 0.4)
  expect(await map(owner)).toEqual({
    from: '2026-04-30',
    to: '2026-05-06',
    scales: [{ scaleId, damaged: false, gainsGrams: [null, 400, 400, 400, 400, 400, null] }],
    regions: [],
  })
})

test('a day that is not over has no gain yet', async () => {
  const owner = await app.signIn('anna@example.org')
  app.clock.set(Date.parse('2026-05-06T20:00:00Z'))
  await season(owner, 'Waldrand', 0.4, { days: 6 })
  const today = async () => (await map(owner, '2026-05-06', '2026-05-06')).scales[0]!.gainsGrams
  expect(await today()).toEqual([null])
  app.clock.set(Date.parse('2026-05-06T22:10:00Z'))
  expect(await today()).toEqual([400])
})

test("days begin at the region's midnight", async () => {
  const owner = await app.signIn('anna@example.org')
  const scaleId = await season(owner, 'Waldrand', 0.4, { regionId: await region(-10) })
  // noon in Switzerland is midnight there: what came then counts toward the day it ends
  expect((await map(owner)).scales).toEqual([
    { scaleId, damaged: false, gainsGrams: [null, 400, 400, 400, 400, null, null] },
  ])
})

test("other people's hives appear only as the mean of their region", async () => {
  const regionId = await region()
  const owners = await Promise.all(['anna', 'bea', 'cem'].map((name) => app.signIn(`${name}@example.org`)))
  for (const [index, owner] of owners.entries()) await season(owner, `Hive ${index}`, (index + 1) / 10, { regionId })
  await refreshAverages(app.deps)
  const visitor = await app.signIn('dora@example.org')
  const { scales, regions } = await map(visitor)
  expect(scales).toEqual([])
  expect(regions).toEqual([{ regionId, gainsGrams: [null, 200, 200, 200, 200, 200, null] }])
  expect((await map(owners[0]!)).scales).toHaveLength(1)
})

test('a region of two owners shows nothing', async () => {
  const regionId = await region()
  const [anna, bea] = [await app.signIn('anna@example.org'), await app.signIn('bea@example.org')]
  for (const owner of [anna, anna, bea]) await season(owner, 'Waldrand', 0.1, { regionId })
  await refreshAverages(app.deps)
  expect((await map(anna)).regions).toEqual([])
})

test.each([
  'from=2026-05-06&to=2026-05-05',
  'from=2025-01-01&to=2026-05-05',
  'from=yesterday&to=2026-05-05',
  'to=2026-05-05',
  'from=2099-12-31&to=2100-01-01',
  'from=9999-12-30&to=9999-12-31',
])('%s is refused', async (query) => {
  const owner = await app.signIn('anna@example.org')
  expect((await owner.get(`/heatmap/map?${query}`)).status).toBe(400)
})

test('the last day that may have readings is shown', async () => {
  const owner = await app.signIn('anna@example.org')
  await season(owner, 'Waldrand', 0.4)
  expect((await map(owner, '2099-12-31', '2099-12-31')).scales).toMatchObject([{ gainsGrams: [null] }])
})
