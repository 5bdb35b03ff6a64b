import { createECDH, randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CHANNELS_MAXIMUM } from '#domain/alerts/notification.ts'
import { type Client, cookieOf, createTestApp, type TestApp } from '../../../../tests/support/server/test-app.ts'
import { NO_CONNECTION } from '../../../platform/adapters/web-push.ts'

let app: TestApp
let anna: Client

beforeEach(async () => {
  app = await createTestApp({ ALLOW_PRIVATE_ENDPOINTS: 'false' })
  anna = await app.signIn('anna@example.org')
})

afterEach(() => app.close())

function subscription(endpoint = 'https://push.example.org/send/abc') {
  const publicKey = createECDH('prime256v1').generateKeys()
  return {
    endpoint,
    expirationTime: null,
    keys: { p256dh: publicKey.toString('base64url'), auth: randomBytes(16).toString('base64url') },
  }
}

const add = (client: Client, address: unknown, type = 'push') =>
  client.post('/notification', { type, address: typeof address === 'string' ? address : JSON.stringify(address) })

test('the key to subscribe with', async () => {
  expect(await anna.get('/push/key')).toMatchObject({ status: 200, body: { publicKey: 'test-public-key' } })
})

test('a channel is added, read back without its secrets, and removed', async () => {
  const { status, body } = await add(anna, subscription())
  expect(status).toBe(201)
  expect(body).toEqual({
    message: 'Saved successfully.',
    id: expect.any(Number),
    type: 'push',
    name: '',
    device: null,
    address: 'push.example.org',
    server: null,
    hasToken: false,
    status: 'active',
    lastDelivered: null,
    lastError: null,
    failingSince: null,
    endedAt: null,
    neverShownSince: null,
    heardAt: null,
    alarmTypes: null,
    everyOwn: true,
    controllerIds: [],
    quietFrom: null,
    quietTo: null,
    timeZone: 'Europe/Zurich',
    ringsAlways: ['swarm', 'disturbance'],
    seasonKinds: ['flowBegun', 'flowEnded', 'feed', 'harvest'],
  })
  const { message: _, ...channel } = body
  expect((await anna.get('/notification')).body).toEqual([channel])
  expect((await anna.post(`/notification/${body.id}/remove`)).body).toMatchObject({ id: body.id })
  expect((await anna.get('/notification')).body).toEqual([])
  expect(await anna.post(`/notification/${body.id}/remove`)).toMatchObject({
    status: 404,
    body: { code: 'notification_not_found' },
  })
})

test('the same address again is 409 with its id, however it is written', async () => {
  const browser = subscription()
  const { body } = await add(anna, browser)
  const again = await add(anna, { keys: browser.keys, endpoint: browser.endpoint })
  expect(again).toMatchObject({ status: 409, body: { code: 'combination_exists', id: body.id } })
  const mail = await add(anna, 'Anna@Example.org', 'email')
  expect(mail).toMatchObject({ status: 201, body: { address: 'anna@example.org' } })
  expect(await add(anna, ' anna@example.ORG', 'email')).toMatchObject({ status: 409, body: { id: mail.body.id } })
  const hook = await add(anna, 'HTTPS://Bees.Example.org/Hook', 'webhook')
  expect(hook).toMatchObject({ status: 201, body: { address: 'https://bees.example.org/Hook' } })
  const same = await add(anna, 'https://bees.example.org/Hook', 'webhook')
  expect(same).toMatchObject({ status: 409, body: { id: hook.body.id } })
  expect((await anna.get('/notification')).body).toHaveLength(3)
})

test('the number of channels per account is limited, not counting ended ones', async () => {
  const channels = Array.from({ length: CHANNELS_MAXIMUM }, (_, at) => ({
    account_id: anna.accountId,
    type: 'email' as const,
    address: `${at}@example.org`,
    address_hash: String(at),
    status: 'active' as const,
    created_at: 0,
  }))
  await app.db.insertInto('notification').values(channels).execute()
  const full = { status: 409, body: { code: 'notifications_too_many' } }
  expect(await add(anna, 'anna@example.org', 'email')).toMatchObject(full)
  expect(await add(anna, subscription())).toMatchObject(full)
  await app.db.updateTable('notification').set({ status: 'ended' }).where('address_hash', '=', '7').execute()
  expect((await add(anna, 'anna@example.org', 'email')).status).toBe(201)
})

test.each([
  ['pushes', () => subscription(), 'push'],
  ['addresses', (at: number) => `bee-${at}@example.org`, 'email'],
  ['numbers', (at: number) => `07912345${at}0`, 'sms'],
] as const)('the limit of channels also holds for several %s at once', async (_, address, type) => {
  const { id } = (await add(anna, 'first@example.org', 'email')).body
  const { id: __, ...row } = await app.db
    .selectFrom('notification')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const copies = Array.from({ length: CHANNELS_MAXIMUM - 2 }, (_, at) => ({ ...row, address_hash: String(at) }))
  await app.db.insertInto('notification').values(copies).execute()
  const atOnce = await Promise.all([1, 2, 3].map((at) => add(anna, address(at), type)))
  expect(atOnce.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
})

test('an ended channel comes back only if there is room for it', async () => {
  const browser = subscription()
  const { body } = await add(anna, browser)
  const { id: _, ...row } = await app.db.selectFrom('notification').selectAll().executeTakeFirstOrThrow()
  const copies = Array.from({ length: CHANNELS_MAXIMUM }, (_, at) => ({ ...row, address_hash: String(at) }))
  await app.db.updateTable('notification').set({ status: 'ended' }).where('id', '=', body.id).execute()
  await app.db.insertInto('notification').values(copies).execute()
  const replacing = { type: 'push', address: JSON.stringify(subscription()), replaces: browser.endpoint }
  for (const { status } of [await add(anna, browser), await anna.post('/notification', replacing)])
    expect(status).toBe(409)
  expect((await app.db.selectFrom('notification').select('id').where('status', '=', 'ended').execute()).length).toBe(1)
})

test('a browser that made new keys for its address is reached with them', async () => {
  const browser = subscription()
  const { body } = await add(anna, browser)
  const renewed = subscription(browser.endpoint)
  expect((await add(anna, renewed)).status).toBe(409)
  await anna.post(`/notification/${body.id}/test`)
  expect(app.pushes[0]?.subscription.keys).toEqual(renewed.keys)
})

test('posting an ended channel again reopens it', async () => {
  const browser = subscription()
  const { body } = await add(anna, browser)
  app.pushService.outcome = { outcome: 'gone', status: 410 }
  expect((await anna.post(`/notification/${body.id}/test`)).status).toBe(400)
  const [ended] = (await anna.get('/notification')).body
  expect(ended).toMatchObject({ status: 'ended', endedAt: '2026-05-10T10:00:00.000Z', lastError: 'HTTP 410' })
  const reopened = { id: body.id, status: 'active', endedAt: null, lastError: null }
  expect(await add(anna, browser)).toMatchObject({ status: 201, body: reopened })
})

test('a browser that can renew a subscription ended by its push service is told so, and continues with a new one', async () => {
  const browser = subscription()
  const { body } = await add(anna, browser)
  const post = (address: object, more: object) =>
    anna.post('/notification', { type: 'push', address: JSON.stringify(address), ...more })
  expect((await post(browser, { renewable: true })).body).not.toHaveProperty('ended')
  app.pushService.outcome = { outcome: 'gone', status: 410 }
  await anna.post(`/notification/${body.id}/test`)
  const told = { code: 'combination_exists', id: body.id, ended: true }
  for (let time = 0; time < 2; time++)
    expect(await post(browser, { renewable: true })).toMatchObject({ status: 409, body: told })
  expect((await anna.get('/notification')).body).toMatchObject([{ id: body.id, status: 'ended' }])
  const renewed = { id: body.id, status: 'active', endedAt: null, lastError: null }
  const another = await post(subscription(), { replaces: browser.endpoint })
  expect(another).toMatchObject({ status: 201, body: renewed })
  expect((await anna.get('/notification')).body).toHaveLength(1)
})

test('a browser belongs to whoever signed in there last', async () => {
  const ben = await app.signIn('ben@example.org')
  const browser = subscription()
  await add(anna, browser)
  expect((await add(ben, browser)).status).toBe(201)
  expect((await anna.get('/notification')).body).toEqual([])
})

test.each([
  ['push', 'no json', 'invalid_body'],
  ['push', { endpoint: 'https://push.example.org/x' }, 'invalid_body'],
  ['push', { ...subscription(), keys: { p256dh: 'short', auth: 'x' } }, 'invalid_body'],
  ['push', subscription('http://push.example.org/x'), 'endpoint_not_allowed'],
  ['push', subscription('https://127.0.0.1/x'), 'endpoint_not_allowed'],
  ['push', subscription('https://[::ffff:10.0.0.1]/x'), 'endpoint_not_allowed'],
  ['push', subscription('https://169.254.169.254/x'), 'endpoint_not_allowed'],
  ['email', 'anna', 'invalid_body'],
  ['email', 'anna@example.org\r\nBcc: eve@example.org', 'invalid_body'],
  ['sms', '031 123 45 67', 'phone_invalid'],
  ['pigeon', 'Olga', 'invalid_body'],
  ['push', '', 'invalid_body'],
])('%s %j is refused as %s', async (type, address, code) => {
  expect(await add(anna, address, type)).toMatchObject({ status: 400, body: { code } })
  expect((await anna.get('/notification')).body).toEqual([])
})

test('a test goes out at once, and says why when it cannot', async () => {
  const { body } = await add(anna, subscription())
  const sent = await anna.post(`/notification/${body.id}/test`)
  expect(sent).toMatchObject({
    status: 200,
    body: { message: 'Test alarm sent.', lastDelivered: '2026-05-10T10:00:00.000Z' },
  })
  expect(JSON.parse(app.pushes[0]!.payload)).toMatchObject({
    web_push: 8030,
    notification: { title: 'Test alarm', tag: 'test' },
  })
  app.pushService.outcome = { outcome: 'failed', reason: 'HTTP 503: asleep' }
  expect(await anna.post(`/notification/${body.id}/test`)).toMatchObject({
    status: 400,
    body: { code: 'notification_undeliverable', message: expect.stringContaining('HTTP 503: asleep') },
  })
  const states = await app.db.selectFrom('delivery').select(['stage', 'state']).orderBy('id').execute()
  expect(states).toEqual([
    { stage: 'test', state: 'sent' },
    { stage: 'test', state: 'failed' },
  ])
})

test('a test that reaches nothing always gets the same answer, delayed enough to reveal nothing', async () => {
  const { body } = await add(anna, subscription())
  const answers: unknown[] = []
  for (const detail of ['ENOTFOUND', 'address not allowed', 'ECONNREFUSED']) {
    app.pushService.outcome = { outcome: 'failed', reason: NO_CONNECTION, detail }
    const begun = performance.now()
    answers.push((await anna.post(`/notification/${body.id}/test`)).body)
    expect(performance.now() - begun).toBeGreaterThan(1400)
    answers.push((await anna.get('/notification')).body)
  }
  expect(JSON.stringify(answers)).not.toMatch(/ENOTFOUND|ECONNREFUSED|allowed/)
  expect(answers.slice(2, 4)).toEqual(answers.slice(0, 2))
  expect(answers.slice(4)).toEqual(answers.slice(0, 2))
})

test('a test can go by mail too, within limits', async () => {
  const { body } = await add(anna, 'anna@example.org', 'email')
  for (let i = 0; i < 20; i++) expect((await anna.post(`/notification/${body.id}/test`)).status).toBe(200)
  expect(app.mails[0]).toMatchObject({ to: 'anna@example.org', subject: 'Test alarm' })
  const { status, headers } = await anna.post(`/notification/${body.id}/test`)
  expect([status, Number(headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
})

test("somebody else's channel does not exist", async () => {
  const { body } = await add(anna, subscription())
  const eve = await app.signIn('eve@example.org')
  for (const path of ['remove', 'test']) {
    expect(await eve.post(`/notification/${body.id}/${path}`)).toMatchObject({
      status: 404,
      body: { code: 'notification_not_found' },
    })
  }
  expect((await anna.get('/notification')).body).toHaveLength(1)
})

test('a device is identified by its browser and system, and by the name it is given', async () => {
  const browser = JSON.stringify(subscription())
  const agent = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'
  const body = { type: 'push', address: browser, name: 'Phone' }
  const added = await anna.post('/notification', body, { 'user-agent': agent })
  expect(added.body).toMatchObject({ device: 'Firefox · Android', name: 'Phone' })
  expect((await anna.post(`/notification/${added.body.id}`, { name: ' Old phone ' })).body.name).toBe('Old phone')
  await anna.post('/notification', body, { 'user-agent': agent.replace('Firefox', 'Chrome') })
  expect((await anna.get('/notification')).body).toMatchObject([{ device: 'Chrome · Android', name: 'Old phone' }])
})

test('messages tell times in the zone of the device, which it may change until quiet hours are set', async () => {
  const address = JSON.stringify(subscription())
  const addFrom = (timeZone: string) => anna.post('/notification', { type: 'push', address, timeZone })
  const zoneNow = async () => (await anna.get('/notification')).body[0].timeZone
  const { body } = await addFrom('Europe/Lisbon')
  expect(body.timeZone).toBe('Europe/Lisbon')
  await addFrom('America/Toronto')
  expect(await zoneNow()).toBe('America/Toronto')
  await addFrom('Moon/Tranquility')
  expect(await zoneNow(), 'one that the server does not know').toBe('America/Toronto')
  await anna.post(`/notification/${body.id}`, { quietFrom: '22:00', quietTo: '06:00' })
  await addFrom('Asia/Tokyo')
  expect(await zoneNow()).toBe('America/Toronto')
})

test('a subscription that the browser renewed keeps its name and choices', async () => {
  const old = subscription()
  const { body } = await add(anna, old)
  await anna.post(`/notification/${body.id}`, { name: 'Phone', quietFrom: '22:00', quietTo: '06:00' })
  const address = JSON.stringify(subscription('https://push.example.org/send/new'))
  const renewed = await anna.post('/notification', { type: 'push', address, replaces: old.endpoint })
  expect(renewed).toMatchObject({ status: 201, body: { id: body.id, name: 'Phone', quietFrom: '22:00' } })
  await anna.post(`/notification/${body.id}/test`)
  expect(app.pushes[0]?.subscription.endpoint).toBe('https://push.example.org/send/new')
  const eve = await app.signIn('eve@example.org')
  const stolen = JSON.stringify(subscription('https://push.example.org/send/eve'))
  await eve.post('/notification', { type: 'push', address: stolen, replaces: 'https://push.example.org/send/new' })
  expect((await anna.get('/notification')).body).toMatchObject([{ id: body.id, status: 'active' }])
})

test('a failing channel says since when, until it is reached again', async () => {
  const { body } = await add(anna, subscription())
  app.pushService.outcome = { outcome: 'refused', reason: 'HTTP 403' }
  await anna.post(`/notification/${body.id}/test`)
  app.clock.advance(3600_000)
  await anna.post(`/notification/${body.id}/test`)
  const failing = { status: 'failing', lastError: 'HTTP 403', failingSince: '2026-05-10T10:00:00.000Z' }
  expect((await anna.get('/notification')).body).toMatchObject([failing])
  app.pushService.outcome = { outcome: 'delivered' }
  expect((await anna.post(`/notification/${body.id}/test`)).body).toMatchObject({
    status: 'active',
    failingSince: null,
    lastError: null,
  })
})

test('mutes are stored per transmitter and type, replaced, expire and can be removed', async () => {
  const { id } = await app.claim(anna)
  const path = `/notification/mute?idcontroller=${id}`
  const mute = (notificationType: string, enddate: string | null) => anna.post(path, { notificationType, enddate })
  const forever = { controllerId: id, notificationType: 'activity', enddate: null }
  expect(await mute('activity', null)).toMatchObject({ status: 200, body: { message: 'Muted.', ...forever } })
  await mute('swarm', '2026-05-10T12:00:00Z')
  await mute('swarm', '2026-05-10T11:00:00Z')
  const hour = { controllerId: id, notificationType: 'swarm', enddate: '2026-05-10T11:00:00.000Z' }
  expect((await anna.get(path)).body).toEqual([forever, hour])
  expect((await anna.get('/notification/mute')).body).toEqual([forever, hour])
  app.clock.set('2026-05-10T11:00:00Z')
  expect((await anna.get(path)).body).toEqual([forever])
  // a mute in the past would only remove the current one
  const late = await mute('activity', '2026-05-10T11:00:00Z')
  expect(late).toMatchObject({ status: 400, body: { code: 'mute_in_past' } })
  expect((await anna.get(path)).body).toEqual([forever])
  const unmuted = await anna.post(`/notification/unmute?idcontroller=${id}&notificationType=activity`)
  expect(unmuted).toMatchObject({ status: 200, body: { controllerId: id, notificationType: 'activity' } })
  expect((await anna.get(path)).body).toEqual([])
})

test.each([
  ['an hour behind', '2026-05-10T09:00:00Z'],
  ['an hour ahead', '2026-05-10T11:00:00Z'],
  ['right', '2026-05-10T10:00:00Z'],
])('an hour on a phone whose clock is %s is an hour', async (_, told) => {
  app.clock.set('2026-05-10T10:00:00Z')
  const { id } = await app.claim(anna)
  const enddate = new Date(Date.parse(told) + 3_600_000).toISOString()
  const body = { notificationType: 'swarm', enddate }
  const muted = await anna.post(`/notification/mute?idcontroller=${id}`, body, { 'Device-Time': told })
  expect(muted).toMatchObject({ status: 200, body: { enddate: '2026-05-10T11:00:00.000Z' } })
})

test.each([
  ['20 minutes ahead', '2026-05-10T10:20:00Z', '2026-05-10T16:00:00Z', '2026-05-10T16:00:00.000Z'],
  ['3 hours behind', '2026-05-10T07:00:00Z', '2026-05-10T16:00:00Z', '2026-05-10T16:00:00.000Z'],
  ['a day and an hour ahead', '2026-05-11T11:00:00Z', '2026-05-11T16:00:00Z', '2026-05-10T16:00:00.000Z'],
  ['2 days behind', '2026-05-08T10:00:00Z', '2026-05-08T16:00:00Z', '2026-05-10T16:00:00.000Z'],
  ['3 hours behind, and the end is over', '2026-05-10T07:00:00Z', '2026-05-10T09:00:00Z', '2026-05-10T12:00:00.000Z'],
])('a typed end stays the same time of day on a phone whose clock is %s', async (_, told, enddate, until) => {
  app.clock.set('2026-05-10T10:00:00Z')
  const { id } = await app.claim(anna)
  const body = { notificationType: 'swarm', enddate, isTyped: true }
  const muted = await anna.post(`/notification/mute?idcontroller=${id}`, body, { 'Device-Time': told })
  expect(muted).toMatchObject({ status: 200, body: { enddate: until } })
})

test('muting for an hour from a notification never shortens a mute', async () => {
  const { id } = await app.claim(anna)
  const mute = async (enddate: string | null, keepsLonger?: boolean) =>
    (await anna.post(`/notification/mute?idcontroller=${id}`, { notificationType: 'swarm', enddate, keepsLonger })).body
  const [hour, longer] = ['2026-05-10T11:00:00.000Z', '2026-05-10T14:00:00.000Z']
  expect(await mute(hour, true)).toMatchObject({ enddate: hour })
  expect(await mute(longer, true)).toMatchObject({ enddate: longer })
  expect(await mute(hour, true)).toMatchObject({ enddate: longer })
  expect(await mute(null, true)).toMatchObject({ enddate: null })
  expect(await mute(hour, true)).toMatchObject({ enddate: null })
  expect(await mute(hour)).toMatchObject({ enddate: hour })
})

test('watchers mute only for themselves, strangers not at all', async () => {
  const { id } = await app.claim(anna)
  const [ben, eve] = [await app.signIn('ben@example.org'), await app.signIn('eve@example.org')]
  await app.db.insertInto('watch').values({ account_id: ben.accountId, controller_id: id, created_at: 0 }).execute()
  const path = `/notification/mute?idcontroller=${id}`
  const body = { notificationType: 'swarm', enddate: null }
  expect((await ben.post(path, body)).status).toBe(200)
  expect((await anna.get(path)).body).toEqual([])
  for (const answer of [
    await eve.get(path),
    await eve.post(path, body),
    await eve.post(`/notification/unmute?idcontroller=${id}&notificationType=swarm`),
  ]) {
    expect(answer).toMatchObject({ status: 404, body: { code: 'controller_not_found' } })
  }
})

test.each([
  [{ notificationType: 'rain', enddate: null }],
  [{ notificationType: 'swarm', enddate: 'tomorrow' }],
  [{ notificationType: 'swarm' }],
])('the mute %j is refused', async (body) => {
  const { id } = await app.claim(anna)
  expect(await anna.post(`/notification/mute?idcontroller=${id}`, body)).toMatchObject({
    status: 400,
    body: { code: 'invalid_body' },
  })
})

test('whoever acts for the owner cannot open anything that rings elsewhere, and is told no secret', async () => {
  const hook = (await add(anna, 'https://bees.example.org/hook', 'webhook')).body
  const ntfy = (await add(anna, 'https://ntfy.sh/hive', 'ntfy')).body
  const admin = await app.signIn('admin@example.org', { admin: true })
  const cookie = cookieOf((await admin.post(`/admin/user/${anna.accountId}/actAs`)).headers)
  const post = (path: string, body?: object) => app.nobody.post(path, body, { cookie })
  const mail = await post('/notification', { type: 'email', address: 'elsewhere@example.org' })
  expect(mail).toMatchObject({ status: 201, body: { status: 'unconfirmed' } })
  const before = await app.db.selectFrom('notification').selectAll().orderBy('id').execute()
  const refused: [string, object?][] = [
    ['/notification', { type: 'webhook', address: 'https://elsewhere.example.org/hook' }],
    ['/notification', { type: 'ntfy', address: 'https://ntfy.sh/elsewhere' }],
    ['/notification', { type: 'telegram', address: '4711', token: `1234:${'x'.repeat(30)}` }],
    ['/notification', { type: 'matrix', address: '!a:example.org', server: 'https://example.org', token: 'x' }],
    [`/notification/${ntfy.id}`, { name: 'Garden', token: 'tk_elsewhere' }],
    [`/notification/${hook.id}/secret`],
    [`/notification/${mail.body.id}/confirm`, { code: '123456' }],
    ['/controller/forwarding/1/confirm', { code: '123456' }],
  ]
  for (const [path, body] of refused) {
    expect(await post(path, body), path).toMatchObject({ status: 403, body: { code: 'not_while_acting' } })
  }
  expect(await app.db.selectFrom('notification').selectAll().orderBy('id').execute()).toEqual(before)
  expect((await post(`/notification/${ntfy.id}`, { name: 'Garden' })).body.name).toBe('Garden')
  expect((await anna.post(`/notification/${hook.id}/secret`)).body.signingSecret).toMatch(/^whsec_/)
})
