import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { cutExample, EXAMPLE_BYTES } from './cut-example.ts'
import { createExampleForgetting } from './forget-examples.ts'

let app: TestApp
let anna: Client
let own: { id: number; imei: string; deviceKey: string }

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  own = await app.claim(anna)
})
afterEach(() => app.close())

const send = (document: unknown, key = own.deviceKey) =>
  app.nobody.post('/ingest/json', document, { authorization: `Bearer ${key}` })
const kept = async (client = anna) => (await client.get(`/controller/${own.id}/json`)).body
const map = (mapping: object[], client = anna) => client.post(`/controller/${own.id}/json`, { mapping })
const last = async () => {
  await app.deps.ingest.settled()
  const { body } = await anna.get('/dashboard')
  return body[0].scales.map((scale: { channel: number; last: object }) => [scale.channel, scale.last])
}
const findings = async () => (await anna.get(`/controller/${own.id}/doctor`)).body.findings

const document = { device: { scale: { g: '43215', name: 'Linde' } }, at: '2026-05-10T09:59:00Z' }
const mapping = [
  { path: '/device/scale/g', quantity: 'weight', unit: 'gram' },
  { path: '/at', quantity: 'time', unit: 'iso' },
]

test('a document is shown to its owner, mapped, and read by the mapping from then on', async () => {
  expect(await send(document)).toMatchObject({ status: 400, body: { code: 'mapping_missing' } })
  expect(await findings()).toMatchObject([{ code: 'requestRefused', values: { reason: 'mapping_missing' } }])
  expect(await kept()).toEqual({ mapping: [], example: document, exampleAt: '2026-05-10T10:00:00.000Z' })
  expect((await map(mapping)).status).toBe(200)
  expect(await kept()).toMatchObject({ mapping: [{ channel: 1, factor: 1 }, {}] })

  expect(await send(document)).toMatchObject({ status: 200, body: { accepted: 1, rejected: [] } })
  const time = '2026-05-10T09:59:00.000Z'
  const others = { temperature: null, temperatureTime: null, humidity: null, humidityTime: null }
  expect(await last()).toEqual([[1, { time, weight: 43.215, weightTime: time, ...others }]])
  expect(await send(document)).toMatchObject({ body: { accepted: 0, duplicates: 1 } })
})

test('the key may be in the address', async () => {
  await map(mapping)
  expect(await app.nobody.post(`/ingest/json?key=${own.deviceKey}`, document)).toMatchObject({ status: 200 })
  expect((await app.nobody.post('/ingest/json?key=wrong', document)).body.code).toBe('device_key_wrong')
  expect((await app.nobody.post('/ingest/json', document)).body.code).toBe('device_key_missing')
})

test('until it is mapped, names of any family are understood', async () => {
  expect(await send({ weight_kg: 40.5, t_i: 34, colour: 3 })).toMatchObject({ status: 200, body: { accepted: 1 } })
  expect((await anna.get(`/controller/${own.id}/field`)).body).toEqual([])
})

test('an object that is written as text is part of the document, as in a webhook of Particle', async () => {
  const publish = (data: string) => ({
    event: 'hive',
    data,
    published_at: '2026-05-10T09:30:00.123Z',
    coreid: 'e00fce68',
  })
  expect((await send(publish('{"weight":43.2,"temp":nan}'))).body).toMatchObject({ accepted: 1 })
  expect(await last()).toMatchObject([[1, { weight: 43.2, time: '2026-05-10T09:30:00.000Z' }]])
  expect((await send(publish('{"v":[1,2]}'))).body.code).toBe('mapping_missing')
  await map([{ path: '/data/v/0', quantity: 'weight' }])
  app.clock.advance(60_000)
  const form = new URLSearchParams(publish('{"v":[44.5]}')).toString()
  const headers = { authorization: `Bearer ${own.deviceKey}`, 'content-type': 'application/x-www-form-urlencoded' }
  expect((await app.request('POST', '/ingest/json', { body: form, headers })).body).toMatchObject({ accepted: 1 })
  for (const text of ['{', '{"v":', 'weight 43', '[43]']) {
    expect((await send(publish(text))).body.code).toBe('mapping_misses')
  }
})

test('a new key comes with the reply', async () => {
  await map(mapping)
  await send(document)
  const { deviceKey } = (await anna.post(`/controller/${own.id}/deviceKey`, { overTheAir: true })).body
  expect((await send(document)).body).toMatchObject({ duplicates: 1, deviceKey })
  expect((await send(document, deviceKey)).body.deviceKey).toBeUndefined()
  expect((await send(document)).status).toBe(401)
})

test('many readings in one document, each with its time', async () => {
  await map([
    { path: '/*/w', quantity: 'weight' },
    { path: '/*/t', quantity: 'time', unit: 'seconds' },
  ])
  const t = 1_778_400_000
  const reply = await send([
    { w: 40, t },
    { w: 41, t: t + 600 },
    { w: 42, t: 'x' },
    { w: 'n/a', t: t + 1200 },
  ])
  expect(reply.body).toMatchObject({ accepted: 2, rejected: [{ index: 2, code: 'time_invalid' }, { index: 3 }] })
  expect(await last()).toMatchObject([[1, { weight: 41 }]])
})

test('nothing in a long list is lost silently', async () => {
  const send = (elements: object[]) => app.nobody.post(`/ingest/json?key=${own.deviceKey}`, elements)
  await map([
    { path: '/*/w', quantity: 'weight' },
    { path: '/*/t', quantity: 'time', unit: 'seconds' },
  ])
  const t = 1_778_400_000
  const many = Array.from({ length: 2500 }, (_, i) => ({ w: 40, t: t + i }))
  expect((await send(many)).body).toMatchObject({ accepted: 2500, rejected: [] })
  await map([
    { path: '/*/w', quantity: 'rawWeight' },
    { path: '/*/t', quantity: 'time', unit: 'seconds' },
  ])
  const raws = [
    { w: 77_101, t: t + 2600 },
    { w: 77_101, t: 'x' },
    { w: 'broken', t: t + 2601 },
  ]
  expect((await send(raws)).body).toMatchObject({
    accepted: 1,
    rejected: [{ code: 'weight_invalid' }, { code: 'time_invalid' }],
  })
})

describe('a document of a different shape than the mapped one', () => {
  test('is refused if nothing is left, and reported to the owner', async () => {
    await map(mapping)
    for (const other of [{}, [], '"text"', 5, { device: null }]) {
      expect(await send(other)).toMatchObject({ status: 400, body: { code: 'mapping_misses' } })
    }
    expect(await findings()).toMatchObject([{ code: 'requestRefused', values: { reason: 'mapping_misses', count: 5 } }])
  })

  test('loses only what is missing, and the doctor names it', async () => {
    await map([...mapping, { path: '/device/t', quantity: 'temperature' }])
    const { body } = await send(document)
    expect(body).toMatchObject({ accepted: 1, leftOut: [{ field: 'device › t', code: 'mapped_value_missing' }] })
    await app.deps.ingest.settled()
    expect(await findings()).toMatchObject([{ code: 'mappedMissing', values: { field: 'device › t', count: 1 } }])
  })

  test('with an invalid time is dated on arrival', async () => {
    await map(mapping)
    expect((await send({ ...document, at: 'noon' })).body).toMatchObject({ accepted: 1, leftOut: [{ field: 'time' }] })
    expect(await last()).toMatchObject([[1, { time: '2026-05-10T10:00:00.000Z' }]])
  })
})

describe('the document', () => {
  test('is visible to its owner only, sealed, and deleted after a week', async () => {
    await send(document)
    const ben = await app.signIn('ben@example.org')
    expect((await ben.get(`/controller/${own.id}/json`)).status).toBe(404)
    expect((await map(mapping, ben)).status).toBe(404)
    const row = await app.db.selectFrom('json_mapping').selectAll().executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain('Linde')
    await map(mapping)
    app.clock.advance(8 * 24 * 3600_000)
    await createExampleForgetting(app.deps)()
    expect(await kept()).toMatchObject({ example: null, exampleAt: null, mapping: [{}, {}] })
  })

  test('is deleted with the transmitter', async () => {
    await send(document)
    await map(mapping)
    await app.db.deleteFrom('controller').where('id', '=', own.id).execute()
    expect(await app.db.selectFrom('json_mapping').selectAll().execute()).toEqual([])
  })

  test('if damaged, costs no readings', async () => {
    await map(mapping)
    await app.db.updateTable('json_mapping').set({ mapping: '{', example_sealed: 'broken', example_at: 1 }).execute()
    expect(await kept()).toEqual({ mapping: [], example: null, exampleAt: null })
    expect((await send({ weight_kg: 40 })).status).toBe(200)
  })

  test('is stored only occasionally once it is mapped', async () => {
    await map(mapping)
    await send(document)
    app.clock.advance(60_000)
    await send({ ...document, later: true })
    expect((await kept()).example).toEqual(document)
    app.clock.advance(600_000)
    await send({ ...document, later: true })
    expect((await kept()).example).toHaveProperty('later')
  })

  test.each<[string, string, number]>([
    ['deep', `${'['.repeat(30_000)}1${']'.repeat(30_000)}`, 400],
    ['wide', `{${Array.from({ length: 5000 }, (_, i) => `"n${i}":${i}`).join()}}`, 400],
    ['too large', JSON.stringify({ text: 'x'.repeat(2_000_000) }), 413],
    ['no JSON', '{"a":', 400],
    ['a prototype', '{"__proto__":{"weight":1},"constructor":2}', 200],
  ])('that is %s is answered', async (_, body, status) => {
    const reply = await app.nobody.post(`/ingest/json?key=${own.deviceKey}`, body)
    expect(reply.status).toBe(status)
    expect((await kept()).mapping).toEqual([])
  })
})

test('a list that names its elements is kept whole; of a long one, the beginning', () => {
  const kept = (document: unknown) => JSON.parse(cutExample(document)!).list.length
  expect(kept({ list: Array.from({ length: 20 }, (_, i) => ({ type: `t${i}`, value: i })) })).toBe(20)
  expect(kept({ list: Array.from({ length: 20 }, () => Array(15).fill('x'.repeat(90))) })).toBe(3)
})

test.each<[string, unknown]>([
  ['deep', JSON.parse(`${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`)],
  ['wide', Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`name ${i}`, 'x'.repeat(1000)]))],
  ['long', Array.from({ length: 50_000 }, () => Array(50).fill('ü'.repeat(1000)))],
  ['long-named', { ['n'.repeat(100_000)]: 1, a: 2 }],
])('the kept part of a document that is %s is limited', (_, large) => {
  const text = cutExample(large)
  expect(text === undefined || Buffer.byteLength(text) <= EXAMPLE_BYTES).toBe(true)
})
