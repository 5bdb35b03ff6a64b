import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { storeWeather } from '../../insight/weather/store-weather.ts'
import { updateWeather } from '../../insight/weather/update-weather.ts'
import { deleteRule } from './rule-queries.ts'
import { createRuleWatch } from './watch-rules.ts'

const HOUR = 3600_000
const MINUTE = 60_000

let app: TestApp
let anna: Client
let transmitter: Awaited<ReturnType<TestApp['claim']>>
let scaleId: number

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  transmitter = await app.claim(anna)
  scaleId = await app.addScale(anna, transmitter.id)
  await anna.post('/notification', { type: 'webhook', address: 'https://example.org/hook' })
})
afterEach(() => app.close())

type Reading = { channel: number; weight?: number; temperature?: number; agoMs?: number }

async function send(readings: readonly Reading[], station: object = {}) {
  const { imei, imsi, deviceKey } = transmitter
  const body = {
    ...{ imei, imsi, ...station },
    readings: readings.map(({ agoMs = 0, ...values }) => ({
      ...{ time: new Date(app.clock.now() - agoMs).toISOString() },
      ...values,
    })),
  }
  const sent = await app.request('POST', '/ingest', { body, headers: { authorization: `Bearer ${deviceKey}` } })
  expect(sent.status).toBe(200)
  await app.deps.ingest.settled()
}
/** Weights (kg) of the first hive, ten minutes apart, the last one `agoMs` ago. */
const weights = (kg: readonly number[], agoMs = 0): Reading[] =>
  kg.map((weight, row) => ({ channel: 1, weight, agoMs: agoMs + (kg.length - 1 - row) * 10 * MINUTE }))
const many = (count: number, kg: number) => Array<number>(count).fill(kg)

async function addRule(conditions: object[], over: object = {}) {
  const terms = { conditions, forMinutes: 0, hours: null, months: null, timeZone: 'Europe/Zurich' }
  const rule = { name: 'Own', terms, everyOwn: true, scaleIds: [], channelIds: null, isOn: true, ...over }
  const added = await anna.post('/rule', rule)
  expect(added.status).toBe(201)
  return added.body.id as string
}
const light = { quantity: 'weight', is: 'below', value: 20 }
const silent = { quantity: 'silence', is: 'lasts', hours: 4 }

/** As after a restart: everything is judged. */
async function judgeAll() {
  const fresh = createRuleWatch(app.deps)
  await fresh.sweep()
  await fresh.stop()
}
const alarms = () =>
  app.db
    .selectFrom('alarm')
    .select(['status', 'scale_id', 'ended_at'])
    .where('type', '=', 'rule')
    .orderBy('started_at')
    .execute()
const deliveries = () =>
  app.db
    .selectFrom('delivery')
    .innerJoin('alarm', 'alarm.id', 'delivery.alarm_id')
    .select('stage')
    .where('alarm.type', '=', 'rule')
    .orderBy('delivery.id')
    .execute()

test('a battery rings once per transmitter, even if no hive has new readings', async () => {
  await app.addScale(anna, transmitter.id, 2)
  await addRule([{ quantity: 'battery', is: 'below', value: 3.5 }])
  await send([
    { channel: 1, weight: 40 },
    { channel: 2, weight: 30 },
  ])
  const watch = createRuleWatch(app.deps)
  await watch.sweep()
  await send([{ channel: 0, temperature: 12 }], { battery: 3.4 })
  await expect.poll(() => alarms()).toMatchObject([{ status: 'open', scale_id: scaleId }])
  await watch.stop()
})

test('what came while the clock was wrong is judged once it is right', async () => {
  await addRule([light])
  const watch = createRuleWatch(app.deps)
  await watch.sweep()
  const trusted = vi.spyOn(app.clock, 'isTrusted').mockReturnValue(false)
  await send(weights(many(3, 19)))
  await watch.sweep()
  await new Promise((resolve) => setTimeout(resolve, 1500))
  await watch.idle()
  expect(await alarms()).toEqual([])
  trusted.mockRestore()
  await watch.sweep()
  expect(await alarms()).toMatchObject([{ status: 'open' }])
  await watch.stop()
})

test('a rule saved while the clock was ahead rings even for episodes that begin and end before that day', async () => {
  app.clock.advance(9 * 24 * 60 * MINUTE)
  await addRule([light])
  app.clock.advance(-9 * 24 * 60 * MINUTE)
  await send(weights([19, 19, 19, 40, 40, 40, 40, 40, 40, 40, 40]))
  await judgeAll()
  expect(await alarms()).toMatchObject([{ status: 'closed' }])
})

test('known silence continues while the server is down, but the downtime adds none', async () => {
  await addRule([silent])
  await send(weights(many(3, 40)))
  app.clock.advance(5 * HOUR)
  await judgeAll()
  expect(await alarms()).toMatchObject([{ status: 'open' }])
  app.deps.listening.listenedMs = () => 0
  await judgeAll()
  expect(await alarms()).toMatchObject([{ status: 'open' }])
  expect(await deliveries()).toEqual([{ stage: 'rang' }])
  await send(weights([40]))
  app.clock.advance(2 * HOUR)
  await judgeAll()
  expect(await alarms()).toMatchObject([{ status: 'closed' }])
  app.clock.advance(8 * HOUR)
  await judgeAll()
  expect(await alarms()).toHaveLength(1)
  // heard from again after a night when the server was not listening: that it was silent is no news
  await send(weights([40]))
  app.clock.advance(90 * MINUTE)
  await judgeAll()
  expect(await deliveries()).toEqual([{ stage: 'rang' }, { stage: 'closed' }])
})

test('an ended subscription is no silence', async () => {
  await addRule([silent])
  await send(weights(many(3, 40)))
  const ended = app.clock.now() + HOUR
  await app.db.updateTable('controller').set({ subscription_ends_at: ended }).execute()
  app.clock.advance(30 * HOUR)
  await judgeAll()
  expect(await alarms()).toEqual([])
})

test('what its owner has judged and then vanishes is withdrawn, once', async () => {
  await anna.post(`/notification/mute?idcontroller=${transmitter.id}`, { notificationType: 'rule', enddate: null })
  await addRule([{ quantity: 'weight', is: 'falls', value: 2, withinMinutes: 60 }])
  app.clock.advance(3 * HOUR)
  await send([...weights(many(3, 40), 40 * MINUTE), ...weights([37], 30 * MINUTE)])
  await judgeAll()
  const { id } = await app.db.selectFrom('alarm').select('id').where('type', '=', 'rule').executeTakeFirstOrThrow()
  expect((await anna.post(`/alarm/${id}`, { verdict: 'confirmed' })).status).toBe(200)
  // it had long been light: the first readings had the wrong date
  await app.db.deleteFrom('tile').where('scale_id', '=', scaleId).execute()
  await judgeAll()
  expect(await alarms()).toMatchObject([{ status: 'withdrawn' }])
  const published = vi.spyOn(app.deps.events, 'publish')
  await judgeAll()
  expect(published).not.toHaveBeenCalled()
})

test('a hive put away and a transmitter given up no longer ring', async () => {
  await app.addScale(anna, transmitter.id, 2)
  await addRule([light])
  await send([...weights(many(3, 19)), { channel: 2, weight: 15 }])
  await judgeAll()
  expect(await alarms()).toMatchObject([{ status: 'open' }, { status: 'open' }])
  await app.db.updateTable('scale').set({ state: 'archived' }).where('id', '=', scaleId).execute()
  await judgeAll()
  expect((await alarms()).filter(({ status }) => status === 'open')).toHaveLength(1)
  await app.db.updateTable('controller').set({ owner_id: null }).execute()
  await judgeAll()
  expect((await alarms()).filter(({ status }) => status === 'open')).toEqual([])
})

test('removing an account removes its rules and their alarms', async () => {
  const ben = await app.signIn('ben@example.org')
  await app.db
    .insertInto('watch')
    .values({ account_id: ben.accountId, controller_id: transmitter.id, created_at: 1 })
    .execute()
  const terms = { conditions: [light], forMinutes: 0, hours: null, months: null, timeZone: 'Europe/Zurich' }
  await ben.post('/rule', { name: 'Bens', terms, everyOwn: false, scaleIds: [scaleId], channelIds: null, isOn: true })
  await send(weights(many(3, 19)))
  await judgeAll()
  expect(await alarms()).toHaveLength(1)
  await app.db.deleteFrom('account').where('id', '=', ben.accountId).execute()
  expect(await alarms()).toEqual([])
  expect(await app.db.selectFrom('rule').selectAll().execute()).toEqual([])
  expect(await app.db.selectFrom('rule_scale').selectAll().execute()).toEqual([])
})

test("weather is that of the transmitter's place; a damaged month is a gap, and holds up no other rule", async () => {
  await updateWeather(app.deps)
  await addRule([{ quantity: 'airTemperature', is: 'below', value: 2 }], { name: 'Cold' })
  await addRule([light, { quantity: 'rain', is: 'below', value: 1 }], { name: 'Dry' })
  await addRule([light], { name: 'Light' })
  const hour = Math.floor(app.clock.now() / HOUR) * 3600
  const place = await app.db.selectFrom('weather_place').select('id').executeTakeFirstOrThrow()
  const hours = {
    time: [hour - 3600, hour],
    columns: { temperature: Int32Array.of(450, 110), precipitation: Int32Array.of(0, 4) },
  }
  await storeWeather(app.deps, place.id, hours, 'archive')
  await send(weights(many(3, 19)))
  await judgeAll()
  const rang = async () =>
    (await anna.get('/alarm')).body.flatMap(({ rule }: { rule?: { name: string } }) => rule?.name ?? []).sort()
  expect(await rang()).toEqual(['Cold', 'Dry', 'Light'])
  await app.db.deleteFrom('alarm').execute()
  await app.db
    .updateTable('weather_month')
    .set({ bytes: Buffer.from([9, 9, 9]) })
    .execute()
  await judgeAll()
  expect(await rang()).toEqual(['Light'])
})

test('two concurrent changes both apply, and a change of a rule being removed is told that it is gone', async () => {
  const id = await addRule([light])
  const edits = [{ everyOwn: false, scaleIds: [scaleId] }, { name: 'Light' }]
  await Promise.all(edits.map((edit) => anna.post(`/rule/${id}`, edit)))
  expect((await anna.get('/rule')).body).toMatchObject([{ name: 'Light', everyOwn: false, scaleIds: [scaleId] }])
  const late = await app.db.transaction().execute(async (db) => {
    await deleteRule(db, id)
    return { answer: anna.post(`/rule/${id}`, { name: 'Late' }) }
  })
  expect((await late.answer).status).toBe(404)
})
