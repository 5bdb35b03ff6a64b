import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type Answer,
  type Client,
  createTestApp,
  PASSWORD,
  sent,
  type TestApp,
} from '../../../tests/support/server/test-app.ts'

let app: TestApp
let anna: Client
let transmitter: Awaited<ReturnType<TestApp['claim']>>
let minutes: number

beforeEach(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.org')
  transmitter = await app.claim(anna)
  minutes = 0
})
afterEach(() => app.close())

/** Sends a reading that was not sent before. */
function send(deviceKey: string): Promise<Answer> {
  const time = new Date(app.clock.now() - 86_400_000 + minutes++ * 60_000).toISOString()
  const { imei, imsi } = transmitter
  const headers = { authorization: `Bearer ${deviceKey}` }
  return app.request('POST', '/ingest', { body: { imei, imsi, readings: [{ time, channel: 1, weight: 40 }] }, headers })
}
const renew = async (owner = anna, id = transmitter.id, body: object = { overTheAir: true }) =>
  (await owner.post(`/controller/${id}/deviceKey`, body)).body.deviceKey as string
const shown = async (owner = anna, id = transmitter.id) => (await owner.get(`/controller/${id}`)).body
const wrong = { status: 401, body: { code: 'device_key_wrong' } }

describe('a key renewed over the air', () => {
  it('comes with every reply until it is used; then the old one is no longer valid', async () => {
    const { deviceKey: old } = transmitter
    expect((await send(old)).body).not.toHaveProperty('deviceKey')
    const key = await renew()
    expect(await shown()).toMatchObject({ newKeyWaits: true })
    for (let lost = 0; lost < 3; lost++) {
      expect(await send(old)).toMatchObject({ status: 200, body: { accepted: 1, deviceKey: key } })
    }
    const used = await send(key)
    expect(used).toMatchObject({ status: 200, body: { accepted: 1 } })
    expect(used.body).not.toHaveProperty('deviceKey')
    expect(await send(old)).toMatchObject(wrong)
    expect(await send(key)).toMatchObject({ status: 200 })
    expect(await shown()).toMatchObject({ newKeyWaits: false })
  })

  it('comes with replies in formats that can carry it, and is accepted by all formats', async () => {
    const key = await renew()
    const csv = (deviceKey: string, row: string) =>
      app.request('POST', '/ingest/csv', {
        body: `time;weight\n${row}\n`,
        headers: { authorization: `Bearer ${deviceKey}`, 'content-type': 'text/csv' },
      })
    const told = await csv(transmitter.deviceKey, '2026-05-10T08:00:00Z;41')
    expect(told).toMatchObject({ status: 200, body: { accepted: 1, deviceKey: key } })
    expect((await app.request('POST', `/ingest/beep?key=${key}&weight_kg=43.4`)).status).toBe(201)
    expect(await csv(transmitter.deviceKey, '2026-05-10T08:10:00Z;41')).toMatchObject(wrong)
  })

  it('can fetch firmware before it has been used to send', async () => {
    const key = await renew()
    const asked = await app.request('GET', '/firmware/9.9.9', { headers: { authorization: `Bearer ${key}` } })
    expect(asked.body.code).not.toBe('device_key_wrong')
  })

  it('the last of several pending keys counts, and one made immediately effective ends them all', async () => {
    const first = await renew()
    const second = await renew()
    expect((await send(transmitter.deviceKey)).body.deviceKey).toBe(second)
    expect(await send(first)).toMatchObject(wrong)
    const atOnce = await renew(anna, transmitter.id, {})
    for (const key of [transmitter.deviceKey, second]) expect(await send(key)).toMatchObject(wrong)
    expect((await send(atOnce)).body).not.toHaveProperty('deviceKey')
  })

  it('a key that was sealed on another server is not handed out, and nothing else fails', async () => {
    await renew()
    await app.db.updateTable('controller').set({ next_key_sealed: 'AAAA' }).execute()
    const answer = await send(transmitter.deviceKey)
    expect(answer).toMatchObject({ status: 200, body: { accepted: 1 } })
    expect(answer.body).not.toHaveProperty('deviceKey')
  })
})

describe('a repeated request for a new key', () => {
  const id = '3f0c1a62-8d9e-4d3c-9a44-7f5c5b6f0d11'

  it.each([{ overTheAir: false }, { overTheAir: true }])('with %j gets the same key, which works', async (how) => {
    const [first, second] = await Promise.all([
      renew(anna, transmitter.id, { id, ...how }),
      renew(anna, transmitter.id, { id, ...how }),
    ])
    expect(second).toBe(first)
    expect((await send(first)).status).toBe(200)
    expect(await renew(anna, transmitter.id, { id: id.toUpperCase(), ...how })).toBe(first)
    expect((await send(first)).status).toBe(200)
  })

  it('is told from another one by its id, its transmitter and its account', async () => {
    const other = await app.claim(anna, 'Garten')
    const keys = [
      await renew(anna, transmitter.id, { id }),
      await renew(anna, transmitter.id, { id: id.replace('3', '4') }),
      await renew(anna, other.id, { id }),
      await renew(anna, transmitter.id, {}),
    ]
    expect(new Set(keys).size).toBe(4)
    expect(await send(keys[0]!)).toMatchObject(wrong)
    expect((await send(keys[3]!)).status).toBe(200)
  })

  it('makes a key at once that was waiting to be fetched', async () => {
    const key = await renew(anna, transmitter.id, { id, overTheAir: true })
    expect(await renew(anna, transmitter.id, { id })).toBe(key)
    expect(await send(transmitter.deviceKey)).toMatchObject(wrong)
    expect((await send(key)).status).toBe(200)
  })
})

describe('a transmitter that was resold', () => {
  let bea: Client
  let taken: { id: number; deviceKey: string }

  beforeEach(async () => {
    await send(transmitter.deviceKey)
    expect((await anna.post('/user/delete', { password: sent(PASSWORD) })).status).toBe(200)
    bea = await app.signIn('bea@example.org')
    const { imei, imsi } = transmitter
    const claim = { imei, imsi, name: 'Garten', location: null, updateInterval: 1 }
    taken = (await bea.post('/registration/controller', claim)).body
  })

  it('cannot send with its former key, unless its new owner lets it fetch the new one', async () => {
    expect(await send(transmitter.deviceKey)).toMatchObject(wrong)
    expect(await shown(bea, taken.id)).toMatchObject({ hasFormerKey: true })
    const key = await renew(bea, taken.id)
    expect(await send(transmitter.deviceKey)).toMatchObject({ status: 200, body: { deviceKey: key } })
    expect((await send(key)).status).toBe(200)
    expect(await send(transmitter.deviceKey)).toMatchObject(wrong)
    await app.deps.database.write('writeContacts', undefined)
    expect(await shown(bea, taken.id)).toMatchObject({ hasFormerKey: false, newKeyWaits: false })
  })

  it('can never use its former key again once it has sent with its own', async () => {
    expect((await send(taken.deviceKey)).status).toBe(200)
    await app.deps.database.write('writeContacts', undefined)
    expect(await shown(bea, taken.id)).toMatchObject({ hasFormerKey: false })
    const key = await renew(bea, taken.id)
    expect(await send(transmitter.deviceKey)).toMatchObject(wrong)
    expect((await send(taken.deviceKey)).body.deviceKey).toBe(key)
  })
})
