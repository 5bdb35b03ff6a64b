import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Finding } from '#domain/hives/doctor/finding.ts'
import { type Client, createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { createRefusals } from './refusals.ts'

let app: TestApp
let anna: Client
let own: { id: number; imei: string; imsi: string; deviceKey: string }

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  own = await app.claim(anna)
})
afterEach(() => app.close())

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const lengthOf = (body: object) => ({ 'content-length': String(JSON.stringify(body).length) })
const readings = () => [{ time: new Date(app.clock.now()).toISOString(), channel: 1, weight: 40 }]
const body = () => ({ imei: own.imei, imsi: own.imsi, readings: readings() })
async function send(sent: object, key: string | undefined) {
  return app.nobody.post('/ingest', sent, { ...lengthOf(sent), ...(key === undefined ? {} : bearer(key)) })
}
const findings = async (client = anna): Promise<Finding[]> =>
  (await client.get(`/controller/${own.id}/doctor`)).body.findings
const codes = async (client = anna) => (await findings(client)).map(({ code }) => code)

describe('the owner is told why nothing arrives', () => {
  test('a wrong key with its IMEI, until the right one is used', async () => {
    expect((await send(body(), 'x'.repeat(40))).status).toBe(401)
    app.clock.advance(1000)
    expect((await send(body(), 'y'.repeat(40))).status).toBe(401)
    expect(await findings()).toMatchObject([{ code: 'keyWrong', values: { count: 2, path: '/api/ingest' } }])
    app.clock.advance(1000)
    expect((await send(body(), own.deviceKey)).status).toBe(200)
    await app.deps.ingest.settled()
    expect(await codes()).toEqual([])
  })

  test('no key at all', async () => {
    await send(body(), undefined)
    expect(await codes()).toEqual(['keyMissing'])
  })

  test('the previous key', async () => {
    const { deviceKey } = (await anna.post(`/controller/${own.id}/deviceKey`, {})).body
    await app.nobody.post('/ingest/beep', { key: own.deviceKey, weight_kg: 40 })
    expect(await codes()).toEqual(['keyReplaced'])
    await send(body(), own.deviceKey)
    expect(await codes(), 'that its IMEI came with a wrong key says less').toEqual(['keyReplaced'])
    expect((await send(body(), deviceKey)).status).toBe(200)
  })

  test("an unknown key, at the owner's network address", async () => {
    await app.nobody.post('/ingest/beep', { key: 'Log', weight_kg: 40 })
    expect(await findings()).toMatchObject([{ code: 'keyWrongNear', values: { path: '/api/ingest/beep' } }])
    await send(body(), own.deviceKey)
    await app.deps.ingest.settled()
    app.clock.advance(1000)
    await app.nobody.post('/ingest/beep', { key: 'Log', weight_kg: 40 })
    expect(await codes(), 'one that sends is not blamed for another').toEqual([])
  })

  test("another transmitter's numbers, with what they were", async () => {
    await send({ ...body(), imsi: '228019999999999' }, own.deviceKey)
    const [finding] = await findings()
    expect(finding).toMatchObject({ code: 'numbersWrong', values: { imei: own.imei, imsi: '228019999999999' } })
  })

  test.each<[string, () => Promise<unknown>, object]>([
    ['a field that is not known', () => send({ ...body(), colour: 'blue' }, own.deviceKey), { reason: 'unknown_key' }],
    [
      'a wrong checksum',
      () => app.nobody.get(`/ingest/beelogger?PW=${own.deviceKey}&T1=30&C=7`),
      { reason: 'checksum_wrong', path: '/api/ingest/beelogger' },
    ],
    [
      'a body that another way takes',
      () => app.nobody.post('/ingest/ttn', { weight: 40 }, bearer(own.deviceKey)),
      { path: '/api/ingest/ttn' },
    ],
  ])('%s', async (_, request, values) => {
    await request()
    expect(await findings()).toMatchObject([{ code: 'requestRefused', values }])
  })

  test('values left out this minute, and unknown names', async () => {
    await app.nobody.post('/ingest/beep', { key: own.deviceKey, weight_kg: 40, t_i: -127, load_cell_b: 5 })
    await app.deps.ingest.settled()
    expect(await codes()).toEqual(['sensorUnplugged', 'namesUnknown'])
    await app.countFaults()
    await app.nobody.post('/ingest/beep', { key: own.deviceKey, t_i: -127 })
    expect(await findings()).toMatchObject([{ code: 'sensorUnplugged', values: { count: 2 } }, {}])
  })

  test('a body without any value', async () => {
    await app.nobody.post('/ingest/beep', { key: own.deviceKey, hello: 'world' })
    expect(await codes()).toEqual(['nothingUnderstood'])
  })

  test('a scale that was archived', async () => {
    await send(body(), own.deviceKey)
    await app.deps.ingest.settled()
    await anna.post(`/controller/${own.id}/channel/1/archive`, {})
    app.clock.advance(60_000)
    await send(body(), own.deviceKey)
    await app.deps.ingest.settled()
    expect(await findings()).toMatchObject([{ code: 'requestRefused', values: { reason: 'scale_archived' } }])
  })
})

test('others at the same address are told about a stranger’s key, never about another’s transmitter', async () => {
  const ben = await app.signIn('ben@example.org')
  const { id } = await app.claim(ben)
  await send(body(), 'x'.repeat(40))
  expect((await ben.get(`/controller/${id}/doctor`)).body.findings).toMatchObject([{ code: 'keyWrongNear' }])
  expect((await ben.get(`/controller/${own.id}/doctor`)).status).toBe(404)
})

test('an unknown IMEI and an oversized body get the same answer and are stored nowhere', async () => {
  const wrong = { status: 401, body: { code: 'device_key_wrong' } }
  expect(await send({ ...body(), imei: '990000000000001' }, 'x'.repeat(40))).toMatchObject(wrong)
  expect(await send({ filler: 'x'.repeat(9000), ...body() }, 'x'.repeat(40))).toMatchObject(wrong)
  expect(app.deps.refusals.of(own.id)).toBeUndefined()
})

describe('what is kept is limited', () => {
  test('to one refusal per transmitter and per address, however many come', () => {
    const refusals = createRefusals(() => 1)
    for (let id = 0; id < 50_000; id++) {
      refusals.note(id, 'unknown_key', { path: 'x'.repeat(10_000) })
      refusals.noteWrongKey(`key ${id}`, `address ${id}`)
      refusals.keyReplaced(`old ${id}`, id)
    }
    expect(refusals.size).toBeLessThanOrEqual(2 * (10_000 + 5000 + 2000))
    expect(refusals.of(49_999)?.path).toHaveLength(40)
  })

  test('strangers can cause only some look-ups per second', () => {
    let now = 0
    const refusals = createRefusals(() => now)
    const asked = () => Array.from({ length: 500 }, () => refusals.mayLookUp()).filter(Boolean).length
    expect(asked()).toBe(50)
    now = 1000
    expect(asked()).toBe(50)
  })
})
