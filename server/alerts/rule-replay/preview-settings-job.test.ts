import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SettingsPreview } from '#domain/alerts/settings-preview.ts'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'

let app: TestApp
let admin: Client

const seconds = (time: string) => Date.parse(time) / 1000

/** Sends 40 kg every ten minutes from 28 March on; `withLoss`: with a loss of 70 g every ten minutes for two hours on 6 May, otherwise constant. */
async function sendFrom(owner: Client, withLoss: boolean) {
  const controller = await app.claim(owner)
  await app.db.updateTable('controller').set({ primary_region_id: 1 }).where('id', '=', controller.id).execute()
  const readings = []
  const loss = seconds('2026-05-06T10:00:00Z')
  for (let time = seconds('2026-03-28T00:00:00Z'); time < app.clock.now() / 1000; time += 600) {
    const lost = withLoss ? 70 * Math.min(12, Math.max(0, Math.floor((time - loss) / 600) + 1)) : 0
    const grams = 40_000 + Math.round(8 * Math.sin(time / 355)) - lost
    readings.push({ time: new Date(time * 1000).toISOString(), channel: 1, weight: grams / 1000 })
  }
  const { imei, imsi, deviceKey } = controller
  const reply = await app.nobody.post('/ingest', { imei, imsi, readings }, { authorization: `Bearer ${deviceKey}` })
  expect(reply).toMatchObject({ status: 200, body: { rejected: [] } })
  await app.deps.ingest.settled()
}

beforeAll(async () => {
  app = await createTestApp()
  admin = await app.signIn('admin@example.org', { admin: true })
  const region = { name: 'Bern', geojson: '{}', priority: 1, utc_offset: 1, alarm_from: 9, alarm_to: 18 }
  await app.db.insertInto('region').values(region).execute()
  for (const name of ['anna', 'ben', 'clara']) await sendFrom(await app.signIn(`${name}@example.org`), name === 'anna')
})
afterAll(() => app.close())

async function preview(settings: object) {
  const begun = await admin.post('/jobs', { type: 'SETTINGS_PREVIEW', settings })
  expect(begun.status).toBe(201)
  await app.jobs.idle()
  const { body } = await admin.get(`/jobs/${begun.body.id}`)
  expect(body).toMatchObject({ status: 'done', progress: 1 })
  return v.parse(SettingsPreview, body.result)
}

test('a lower trigger would have rung once more, for the hive that lost slowly', async () => {
  const result = await preview({ activityTriggerLossLevel: 0.3, activityDrain: 0.1 })
  expect(result).toMatchObject({
    averages: null,
    alarms: { hives: 3, allHives: 3, rang: 0, both: 0, added: 1, dropped: 0 },
  })
})

test('if hives would be too light for the averages, the region has no days left', async () => {
  const result = await preview({ averageWeightMinimumMassKg: 50 })
  expect(result).toMatchObject({
    alarms: null,
    averages: { month: '2026-04', regions: 1, regionDays: { now: 30, tried: 0 }, hiveDays: { now: 90, tried: 0 } },
  })
})

test('a preview changes nothing', async () => {
  const { activityDrain } = (await admin.get('/admin/settings')).body
  await preview({ activityDrain: 5, averageWeightMinimumMassKg: 1 })
  expect((await admin.get('/admin/settings')).body.activityDrain).toBe(activityDrain)
  expect((await admin.get('/admin/audit?subject=settings')).body.items).toEqual([])
})

test.each([{ settings: {} }, { settings: { mood: 1 } }, { settings: { activityDrain: 99 } }])(
  '%o cannot be tried',
  async (body) => {
    expect((await admin.post('/jobs', { type: 'SETTINGS_PREVIEW', ...body })).status).toBe(400)
  },
)

test('it is only for administrators', async () => {
  const anna = await app.signIn('zora@example.org')
  const body = { type: 'SETTINGS_PREVIEW', settings: { activityDrain: 1 } }
  expect((await anna.post('/jobs', body)).status).toBe(403)
})
