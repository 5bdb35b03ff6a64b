import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeOrderKey } from '#domain/shop/order-key.ts'
import { type Client, createTestApp, type TestApp } from '../../../tests/support/server/test-app.ts'
import { defaultShopYaml } from '../shop-config/default-shop-config.ts'
import { issueOrderKeys, type OrderKeyIssue } from './issue-order-keys.ts'

const DAY = 24 * 3600_000
const HOUR = 3600_000
const claim = { name: 'Waldrand', location: null, updateInterval: 1 }
const pair = { imei: '356938035643809', imsi: '228011234567890' }

let app: TestApp
let anna: Client
let berta: Client
let id: number

async function start(environment: Record<string, string> = {}) {
  app = await createTestApp(environment)
  anna = await app.signIn('anna@example.org')
  berta = await app.signIn('berta@example.org')
  id = (await app.claim(anna)).id
}

afterEach(() => app.close())

async function issue(fields: Partial<OrderKeyIssue> = {}): Promise<string> {
  const one = { term: { years: 1, days: 0 }, count: 1, uses: 1, source: 'test', expiresAt: null, ...fields }
  return (await issueOrderKeys(app.deps, one))[0]!
}
const renew = (orderKey: string, client = anna, controllerId = id) =>
  client.post(`/controller/${controllerId}/renew`, { orderKey })
const redemptions = async (client = anna, controllerId = id) =>
  (await client.get(`/controller/${controllerId}/redemptions`)).body
const endOf = async (controllerId = id) => (await anna.get(`/controller/${controllerId}`)).body.subscriptionEnd
const usesLeft = async () =>
  (await app.db.selectFrom('order_key').select('uses_left').execute()).map(({ uses_left }) => uses_left)
const invalid = { status: 400, body: { code: 'order_key_invalid' } }
const usedUp = { status: 409, body: { code: 'order_key_used_up' } }
/** A key with a valid check digit that was never issued. */
const guess = (n: number) => makeOrderKey(Array.from({ length: 15 }, (_, at) => (n >> (at * 5)) & 31))

describe('renewing', () => {
  beforeEach(() => start())

  it('extends a running subscription from its end, and returns the transmitter', async () => {
    const { status, body } = await renew(await issue({ term: { years: 2, days: 10 } }))
    expect(status).toBe(200)
    const { body: read } = await anna.get(`/controller/${id}`)
    const redemption = {
      id: 1,
      redeemedAt: '2026-05-10T10:00:00.000Z',
      years: 2,
      days: 10,
      extraDays: 0,
      endBefore: '2027-05-10T10:00:00.000Z',
      end: '2029-05-20T10:00:00.000Z',
    }
    expect(body).toEqual({ message: 'Subscription renewed.', ...read, redemption })
    expect(read).toMatchObject({ subscriptionEnd: redemption.end, subscriptionState: 'active' })
    expect(await redemptions()).toEqual([redemption])
  })

  it('starts anew if the subscription has ended, and data are accepted again', async () => {
    const { body: key } = await anna.post(`/controller/${id}/deviceKey`)
    await app.db
      .updateTable('controller')
      .set({ subscription_ends_at: app.clock.now() - 35 * DAY })
      .execute()
    const send = () =>
      app.request('POST', '/ingest', {
        body: {
          imei: '1'.padStart(15, '0'),
          imsi: '1'.padStart(15, '0'),
          readings: [{ time: new Date(app.clock.now()).toISOString(), channel: 1, weight: 40 }],
        },
        headers: { authorization: `Bearer ${key.deviceKey}` },
      })
    expect(await send()).toMatchObject({ status: 200, body: { accepted: 0, code: 'subscription_expired' } })
    expect((await renew(await issue({ term: { years: 0, days: 30 } }))).status).toBe(200)
    expect(await endOf()).toBe(new Date(app.clock.now() + 30 * DAY).toISOString())
    const taken = await send()
    expect(taken).toMatchObject({ status: 200, body: { accepted: 1 } })
    expect(taken.body).not.toHaveProperty('code')
  })

  it('is tolerant of how a key is typed', async () => {
    const key = await issue()
    expect(
      (await renew(` ${key.replaceAll('-', '').toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')} `)).status,
    ).toBe(200)
  })

  it('stores no key in the clear, nor one that could be guessed from its hash', async () => {
    const key = await issue()
    const [row] = await app.db.selectFrom('order_key').selectAll().execute()
    expect(JSON.stringify(row)).not.toContain(key)
    expect(row?.key_hash).toBe(app.deps.secrets.keyedHash(key, 'order_key'))
  })

  it('accepts a key as often as it has uses', async () => {
    const key = await issue({ uses: 2, term: { years: 0, days: 1 } })
    expect((await renew(key)).status).toBe(200)
    expect((await renew(key)).status).toBe(200)
    expect(await renew(key)).toMatchObject(usedUp)
    expect(await endOf()).toBe('2027-05-12T10:00:00.000Z')
  })

  it('adds up renewals made at the same time', async () => {
    const keys = await Promise.all([1, 2, 3, 4].map((days) => issue({ term: { years: 0, days } })))
    await Promise.all(keys.map((key) => renew(key)))
    expect(await endOf()).toBe('2027-05-20T10:00:00.000Z')
  })

  it('refuses a key after its last day', async () => {
    const key = await issue({ expiresAt: app.clock.now() + DAY })
    app.clock.advance(DAY)
    expect(await renew(key)).toMatchObject(usedUp)
  })

  it.each([
    ['no key', {}],
    ['an empty one', { orderKey: '' }],
    ['a number', { orderKey: 4711 }],
    ['a short one', { orderKey: 'ABCD-EFGH' }],
    ['a wrong check digit', { orderKey: '0000-0000-0000-0000' }],
    ['one that nobody made', { orderKey: guess(1) }],
  ])('refuses %s', async (_, body) => {
    expect(await anna.post(`/controller/${id}/renew`, body)).toMatchObject(invalid)
  })

  it('is for the owner: a stranger sees nothing, a watcher changes nothing, an administrator helps', async () => {
    const key = await issue()
    const unknown = { status: 404, body: { code: 'controller_not_found' } }
    expect(await renew(key, berta)).toMatchObject(unknown)
    expect(await berta.get(`/controller/${id}/redemptions`)).toMatchObject(unknown)
    await app.db.insertInto('watch').values({ account_id: berta.accountId, controller_id: id, created_at: 0 }).execute()
    expect(await renew(key, berta)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await berta.get(`/controller/${id}/redemptions`)).status).toBe(403)
    expect(await usesLeft()).toEqual([1])
    const admin = await app.signIn('admin@example.org', { admin: true })
    expect((await renew(key, admin)).status).toBe(200)
    expect(await redemptions()).toHaveLength(1)
  })

  it('tells the next owner nothing about the previous one', async () => {
    await renew(await issue())
    await app.db.updateTable('controller').set({ owner_id: berta.accountId }).execute()
    expect(await redemptions(berta)).toEqual([])
  })

  it('does not use up the key if the subscription has no end', async () => {
    await app.db.updateTable('controller').set({ subscription_ends_at: null }).execute()
    expect(await renew(await issue())).toMatchObject({ status: 409, body: { code: 'subscription_endless' } })
    expect(await usesLeft()).toEqual([1])
  })
})

describe('guessing', () => {
  beforeEach(() => start())

  it('stops after ten wrong keys in an hour, even for a right one, and resumes after it', async () => {
    const key = await issue()
    const answers = await Promise.all(Array.from({ length: 14 }, (_, n) => renew(guess(n + 1))))
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(10).fill(400), ...Array(4).fill(429)])
    const refused = await renew(key)
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
    expect(await usesLeft()).toEqual([1])
  })

  it('is counted across an account, and together with claiming', async () => {
    await Promise.all(Array.from({ length: 5 }, (_, n) => renew(guess(n + 1))))
    const body = { ...claim, ...pair, orderKey: guess(7) }
    for (const _ of Array(5)) expect(await anna.post('/registration/controller', body)).toMatchObject(invalid)
    expect((await anna.post('/registration/controller', body)).status).toBe(429)
  })

  it('is counted across all accounts of an address, with more patience', async () => {
    const others = await Promise.all(['c', 'd', 'e'].map((who) => app.signIn(`${who}@example.org`)))
    for (const other of others) {
      const place = (await app.claim(other)).id
      for (let n = 1; n <= 10; n++) expect(await renew(guess(n), other, place)).toMatchObject(invalid)
    }
    expect((await renew(guess(11))).status).toBe(429)
  })

  it('does not include right keys and other faults', async () => {
    const key = await issue({ uses: 12, term: { years: 0, days: 1 } })
    for (const _ of Array(12)) expect((await renew(key)).status).toBe(200)
    for (const _ of Array(12)) expect((await renew(key, anna, 4711)).status).toBe(404)
    expect(await renew(key)).toMatchObject(usedUp)
  })
})

describe('claiming with an order key', () => {
  beforeEach(() => start())

  it('continues from the trial', async () => {
    const orderKey = await issue({ term: { years: 1, days: 0 } })
    const { status, body } = await anna.post('/registration/controller', { ...claim, ...pair, orderKey })
    expect({ status, end: body.subscriptionEnd }).toEqual({ status: 201, end: '2028-06-09T10:00:00.000Z' })
    expect(await redemptions(anna, body.id)).toMatchObject([{ years: 1, extraDays: 30 }])
  })

  it('claims nothing with a wrong one, and uses nothing up if the claim fails', async () => {
    expect(await anna.post('/registration/controller', { ...claim, ...pair, orderKey: guess(1) })).toMatchObject(
      invalid,
    )
    expect(await app.db.selectFrom('controller').select('id').execute()).toHaveLength(1)
    const orderKey = await issue()
    expect((await anna.post('/registration/controller', { ...claim, ...pair })).status).toBe(201)
    const late = await berta.post('/registration/controller', { ...claim, ...pair, orderKey })
    expect(late).toMatchObject({ status: 409, body: { code: 'controller_already_registered' } })
    expect(await usesLeft()).toEqual([1])
  })
})

describe('the quantity discount', () => {
  beforeEach(() => start())

  it('makes renewals longer for owners of several transmitters in use, up to the maximum of a year', async () => {
    const key = await issue({ uses: 20 })
    const second = (await app.claim(anna, 'Zweiter')).id
    const { body } = await renew(key)
    expect(body.redemption.extraDays).toBe(30)
    expect(body.message).toBe('Subscription renewed, 30 days longer because you have several transmitters.')
    expect(body.subscriptionEnd).toBe('2028-06-09T10:00:00.000Z')
    const third = (await app.claim(anna, 'Dritter')).id
    const granted = async (controllerId: number) => (await renew(key, anna, controllerId)).body.redemption.extraDays
    expect([await granted(id), await granted(second), await granted(third), await granted(third)]).toEqual([
      60, 60, 30, 0,
    ])
    await app.db
      .updateTable('order_key_redemption')
      .set({ redeemed_at: Date.parse('2025-12-31T22:59:59.999Z') })
      .execute()
    expect(await granted(third)).toBe(60)
  })

  it('follows the current configuration of the shop', async () => {
    await app.claim(anna, 'Zweiter')
    const admin = await app.signIn('chief@example.org', { admin: true })
    const config = defaultShopYaml.replace('secondTransmitterDays: 30', 'secondTransmitterDays: 7')
    expect((await admin.post('/shop/config', { config })).status).toBe(200)
    expect((await renew(await issue())).body.redemption.extraDays).toBe(7)
  })

  it('counts neither ended subscriptions nor somebody else’s transmitters', async () => {
    const second = (await app.claim(anna, 'Zweiter')).id
    await app.claim(berta)
    await app.db
      .updateTable('controller')
      .set({ subscription_ends_at: app.clock.now() })
      .where('id', '=', second)
      .execute()
    expect((await renew(await issue())).body.redemption.extraDays).toBe(0)
  })

  it('counts a subscription without an end, as the bill before it does', async () => {
    const second = (await app.claim(anna, 'Zweiter')).id
    await app.db.updateTable('controller').set({ subscription_ends_at: null }).where('id', '=', second).execute()
    const cart = { mode: 'digital', nofSubscriptions: 1, subscriptionYears: 1, subscriptionControllerId: id }
    const { items } = (await anna.post('/shop/validate', cart)).body
    expect(items[1]).toMatchObject({ kind: 'extraDays', count: 30 })
    expect((await renew(await issue())).body.redemption.extraDays).toBe(30)
  })
})

it('does not matter where subscriptions are switched off', async () => {
  await start({ SUBSCRIPTIONS: 'off' })
  expect(await renew(await issue())).toMatchObject({ status: 409, body: { code: 'subscription_endless' } })
  expect(await usesLeft()).toEqual([1])
})

it('a trial lasts as long as the configuration says', async () => {
  await start({ TRIAL_DAYS: '14' })
  expect(await endOf()).toBe(new Date(app.clock.now() + 14 * DAY).toISOString())
  app.clock.advance(14 * DAY + HOUR)
  expect((await anna.get(`/controller/${id}`)).body.subscriptionState).toBe('expired')
})
