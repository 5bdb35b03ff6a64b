import { createHmac, timingSafeEqual } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import {
  type DeliveryStation,
  type Hive,
  openDeliveryStation,
} from '../../../../tests/support/samples/delivery-station.ts'
import {
  BLOCKED_CHAT,
  BOT_TOKEN,
  CHAT,
  type ChatServices,
  FORMER_CHAT,
  LOST_CHAT,
  MATRIX_TOKEN,
  NTFY_TOKEN,
  ROOM,
  startChatServices,
} from '../../../../tests/support/services/chat-services.ts'
import {
  type ReceivedPost,
  startWebReceiver,
  type WebReceiver,
} from '../../../../tests/support/services/web-receiver.ts'

const SECOND = 1000
let services: ChatServices
let receiver: WebReceiver
let station: DeliveryStation
let hive: Hive

beforeAll(async () => {
  services = await startChatServices()
  receiver = await startWebReceiver()
})
afterAll(async () => {
  await services.close()
  await receiver.close()
})
beforeEach(async () => {
  for (const list of [services.telegram, services.matrix, services.ntfy, receiver.received]) list.length = 0
  receiver.state.answer = { status: 204 }
  station = await openDeliveryStation({ TELEGRAM_URL: services.url, PUBLIC_URL: 'https://bees.example.org' })
  hive = await station.annaWithHive()
})
afterEach(() => station.close())

const kinds = {
  telegram: () => ({ type: 'telegram', address: String(CHAT), token: BOT_TOKEN }),
  matrix: () => ({ type: 'matrix', server: services.url, address: ROOM, token: MATRIX_TOKEN }),
  ntfy: () => ({ type: 'ntfy', address: `${services.url}/hives-7Kd2` }),
  webhook: () => ({ type: 'webhook', address: `${receiver.url}/hook` }),
}
type Kind = keyof typeof kinds

async function add(body: Record<string, unknown>) {
  const { status, body: channel } = await hive.anna.post('/notification', body)
  expect(status).toBe(201)
  return channel as { id: number; signingSecret?: string }
}
const deliveryOf = (id: number) =>
  station.app.db.selectFrom('delivery').selectAll().where('notification_id', '=', id).executeTakeFirstOrThrow()

/** Checks the signature as a receiver would who knows only the specification. */
function isSigned({ headers, body }: ReceivedPost, secret: string): boolean {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${JSON.stringify(body)}`
  const mac = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(signed)
    .digest()
  const given = String(headers['webhook-signature'])
    .split(' ')
    .map((one) => Buffer.from(one.replace('v1,', ''), 'base64'))
  return given.some((one) => one.length === mac.length && timingSafeEqual(one, mac))
}

describe('an alarm', () => {
  it('that is over is reported silently where that wakes nobody; in ntfy it replaces what rang', async () => {
    const ids = [] as number[]
    for (const kind of ['telegram', 'matrix', 'ntfy', 'webhook'] as const) ids.push((await add(kinds[kind]())).id)
    await hive.anna.post('/notification', { type: 'email', address: 'anna@example.org' })
    const alarm = await station.ring(hive, { type: 'disturbance', status: 'open' })
    await station.deliver()
    const mails = station.mailServer.received.length
    await station.follow(alarm, 'closed')
    await station.deliver()
    expect(services.telegram[1]).toMatchObject({ disable_notification: true, text: expect.stringMatching(/^Volk 3 /) })
    expect(services.matrix[1]).toMatchObject({ msgtype: 'm.notice' })
    const [rang, over] = services.ntfy
    expect(over).toMatchObject({ priority: 2, tags: ['bee'], sequence_id: rang!.sequence_id })
    expect(receiver.received.map(({ body }) => (body as { type: string }).type)).toEqual(['alarm.rang', 'alarm.closed'])
    expect(station.mailServer.received).toHaveLength(mails)

    station.app.clock.advance(60 * SECOND)
    await station.follow(alarm, 'open')
    await station.deliver()
    const mute = { notificationType: 'disturbance', enddate: null }
    await hive.anna.post(`/notification/mute?idcontroller=${hive.controllerId}`, mute)
    await station.follow(alarm, 'closed')
    await station.deliver()
    expect([services.telegram, services.matrix, services.ntfy].map(({ length }) => length)).toEqual([3, 3, 3])
    expect(receiver.received).toHaveLength(4)
  })

  it("comes by Telegram, Matrix and ntfy in its owner's language, once and loudly", async () => {
    for (const kind of ['telegram', 'matrix', 'ntfy'] as const) await add(kinds[kind]())
    await station.ring(hive)
    await station.deliver()
    await station.deliver()
    const said = 'Schwarm bei Volk 3?'
    expect(services.telegram).toEqual([
      {
        chat_id: CHAT,
        text: expect.stringMatching(`^${said.replace('?', '\\?')}\nWaldrand · `),
        link_preview_options: { is_disabled: true },
      },
    ])
    expect(services.telegram[0]!.text).toMatch(/https:\/\/bees\.example\.org\/scaleoverview\/\d+\/\d+\?alarm=\d+$/)
    expect(services.matrix).toEqual([
      { msgtype: 'm.text', body: services.telegram[0]!.text, transaction: expect.stringMatching(/^[0-9a-f]{32}$/) },
    ])
    expect(services.ntfy).toEqual([
      {
        topic: 'hives-7Kd2',
        title: said,
        message: expect.stringContaining('Waldrand · '),
        priority: 5,
        tags: ['rotating_light'],
        click: expect.stringMatching(/scaleoverview\/\d+\/\d+\?alarm=\d+$/),
        sequence_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ])
  })

  it('that was withdrawn, or comes in quiet hours, makes no sound', async () => {
    for (const kind of ['telegram', 'matrix', 'ntfy'] as const) {
      const { id } = await add(kinds[kind]())
      // it is noon in Zurich
      const quiet = { quietFrom: '11:00', quietTo: '13:00', timeZone: 'Europe/Zurich', ringsAlways: ['swarm'] }
      await hive.anna.post(`/notification/${id}`, quiet)
    }
    const loud = await station.ring(hive)
    await station.deliver()
    await station.ring(hive, { type: 'activity', status: 'open' })
    await station.follow(loud, 'withdrawn')
    await station.deliver()
    expect(services.telegram.map(({ disable_notification: silent }) => silent)).toEqual([undefined, true, true])
    expect(services.matrix.map(({ msgtype }) => msgtype)).toEqual(['m.text', 'm.notice', 'm.notice'])
    expect(services.ntfy.map(({ priority }) => priority)).toEqual([5, 2, 2])
  })

  it('that is not sure enough rings nowhere, and goes only to webhooks', async () => {
    for (const kind of ['telegram', 'matrix', 'ntfy', 'webhook'] as const) await add(kinds[kind]())
    await station.ring(hive, { confidence: 30 })
    await station.deliver()
    expect([services.telegram, services.matrix, services.ntfy].flat()).toEqual([])
    expect(receiver.received.map(({ body }) => body.type)).toEqual(['alarm.suspected'])
  })
})

describe.each(['telegram', 'matrix', 'ntfy'] as const)('%s', (kind: Kind) => {
  it('is retried if the service says it may be', async () => {
    const { id } = await add(kinds[kind]())
    services.slowNext()
    await station.ring(hive)
    await station.deliver()
    expect(await deliveryOf(id)).toMatchObject({ state: 'due', due_at: station.app.clock.now() + 35 * SECOND })
    station.app.clock.set(station.app.clock.now() + 35 * SECOND)
    await station.deliver()
    expect(await deliveryOf(id)).toMatchObject({ state: 'sent', attempts: 2, last_error: null })
  })

  it('gets a test at once, and reveals its token to nobody', async () => {
    const { id } = await add({ ...kinds[kind](), ...(kind === 'ntfy' ? { token: NTFY_TOKEN } : {}) })
    expect(await hive.anna.post(`/notification/${id}/test`)).toMatchObject({ status: 200, body: { hasToken: true } })
    expect([services.telegram, services.matrix, services.ntfy].flat()).toHaveLength(1)
    const { token_sealed, address } = await station.channel(id)
    const told = JSON.stringify([token_sealed, address, (await hive.anna.get('/notification')).body])
    for (const token of [BOT_TOKEN, MATRIX_TOKEN, NTFY_TOKEN]) expect(told).not.toContain(token)
  })
})

test('a group of Telegram that became a supergroup is found under its new number', async () => {
  const { id } = await add({ ...kinds.telegram(), address: String(FORMER_CHAT) })
  await station.ring(hive)
  await station.deliver()
  expect(services.telegram).toMatchObject([{ chat_id: CHAT }])
  expect(await deliveryOf(id)).toMatchObject({ state: 'sent', attempts: 1, last_error: null })
})

test('one that leads only to itself is refused, and not asked without end', async () => {
  const { id } = await add({ ...kinds.telegram(), address: String(LOST_CHAT) })
  const before = services.calls()
  expect(await hive.anna.post(`/notification/${id}/test`)).toMatchObject({ status: 400 })
  expect(services.calls() - before).toBe(2)
})

test.each([
  ['a token that is not the bot’s', { ...kinds.telegram(), token: BOT_TOKEN.replace('AAH', 'BBB') }, 'token_refused'],
  ['a chat that is not there', { ...kinds.telegram(), address: '7' }, 'telegram_chat_unknown'],
  ['a chat that blocked the bot', { ...kinds.telegram(), address: String(BLOCKED_CHAT) }, 'telegram_chat_closed'],
  ['a token of nobody', { type: 'matrix', address: ROOM, token: 'syt_x' }, 'token_refused'],
  [
    'a room without the account',
    { type: 'matrix', address: '!b:example.org', token: MATRIX_TOKEN },
    'matrix_not_in_room',
  ],
  ['a protected topic without a token', { type: 'ntfy', topic: 'protected' }, 'ntfy_token_needed'],
  ['a protected topic with a wrong token', { type: 'ntfy', topic: 'protected', token: 'tk_x' }, 'token_refused'],
])('%s is told at the test, and stands at the channel', async (_, { topic, ...body }: Record<string, string>, code) => {
  const place = body.type === 'matrix' ? { server: services.url } : topic ? { address: `${services.url}/${topic}` } : {}
  const { id } = await add({ ...body, ...place })
  const { status, body: said } = await hive.anna.post(`/notification/${id}/test`, undefined, {
    'accept-language': 'en',
  })
  expect({ status, code: said.code }).toEqual({ status: 400, code })
  expect((await hive.anna.get('/notification')).body).toContainEqual(
    expect.objectContaining({ id, status: 'failing', lastError: code }),
  )
})

test.each([
  ['asks to wait', { status: 429, text: '{"error":"too many"}' }, 'service_busy'],
  ['hangs up', 'hang up', 'service_unreachable'],
  ['shows a page for browsers', { status: 502, text: '<html><h1>Bad gateway</h1></html>' }, 'HTTP 502'],
  ['says why', { status: 500, text: 'out of memory' }, 'HTTP 500: out of memory'],
] as const)('a service that %s: its owner reads why in plain words', async (_, answer, said) => {
  const { id } = await add(kinds.webhook())
  receiver.state.answer = answer
  const { body } = await hive.anna.post(`/notification/${id}/test`, undefined, { 'accept-language': 'de' })
  const isFault = said.startsWith('service_')
  expect(body.code).toBe(isFault ? said : 'notification_undeliverable')
  expect(body.message).not.toMatch(isFault ? /HTTP|no connection|service_/ : /</)
  expect(await station.channel(id)).toMatchObject({ last_error: said })
})

test('a new token makes a channel work again, and is not revealed either', async () => {
  const { id } = await add({ ...kinds.telegram(), token: BOT_TOKEN.replace('AAH', 'BBB') })
  await hive.anna.post(`/notification/${id}/test`)
  expect((await hive.anna.post(`/notification/${id}`, { token: 'none of Telegram' })).status).toBe(400)
  const { body } = await hive.anna.post(`/notification/${id}`, { token: BOT_TOKEN })
  expect(JSON.stringify(body)).not.toContain(BOT_TOKEN)
  expect(await hive.anna.post(`/notification/${id}/test`)).toMatchObject({
    body: { status: 'active', lastError: null },
  })
})

test.each([
  ['a topic without a name', { type: 'ntfy', address: 'https://ntfy.sh/' }, 'ntfy_topic_invalid'],
  ['a topic with a path', { type: 'ntfy', address: 'https://ntfy.sh/a/json' }, 'ntfy_topic_invalid'],
  ['credentials in a topic', { type: 'ntfy', address: 'https://anna:pw@ntfy.sh/a' }, 'endpoint_not_allowed'],
  ['a chat by its title', { type: 'telegram', address: 'My bees', token: BOT_TOKEN }, 'telegram_chat_invalid'],
  ['a bot without a token', { type: 'telegram', address: '7' }, 'token_invalid'],
  ['half a token', { type: 'telegram', address: '7', token: '123456789' }, 'token_invalid'],
  [
    'an alias of a room',
    { type: 'matrix', server: 'https://m.org', address: '#b:m.org', token: 'x' },
    'matrix_room_invalid',
  ],
  ['a room without a server', { type: 'matrix', address: ROOM, token: 'x' }, 'endpoint_not_allowed'],
  ['a webhook that is none', { type: 'webhook', address: 'javascript:alert(1)' }, 'endpoint_not_allowed'],
])('%s is refused', async (_, body, code) => {
  expect(await hive.anna.post('/notification', body)).toMatchObject({ status: 400, body: { code } })
})

test('a message sent again after a crash appears once in a Matrix room, and likewise in ntfy and a webhook', async () => {
  for (const kind of ['matrix', 'ntfy', 'webhook'] as const) await add(kinds[kind]())
  await station.ring(hive)
  await station.deliver()
  await station.app.db.updateTable('delivery').set({ state: 'due', attempts: 0 }).execute()
  await station.deliver()
  expect(services.matrix).toHaveLength(1)
  expect(services.ntfy).toHaveLength(2)
  expect(services.ntfy[1]).toEqual(services.ntfy[0])
  expect(receiver.received).toHaveLength(2)
  expect(receiver.received[1]!.headers['webhook-id']).toBe(receiver.received[0]!.headers['webhook-id'])
})

describe('a private address', () => {
  const own = ['http://127.0.0.1:8080', 'https://10.0.0.1', 'https://[::1]', 'https://metadata', 'http://example.org']
  it.each(own)('%s takes nothing where private endpoints are not allowed', async (server) => {
    const closed = await openDeliveryStation({ ALLOW_PRIVATE_ENDPOINTS: 'false' })
    const anna = await closed.app.signIn('anna@example.org')
    for (const body of [
      { type: 'webhook', address: `${server}/hook` },
      { type: 'ntfy', address: `${server}/topic` },
      { type: 'matrix', server, address: ROOM, token: 'x' },
    ])
      expect(await anna.post('/notification', body)).toMatchObject({
        status: 400,
        body: { code: 'endpoint_not_allowed' },
      })
    await closed.close()
  })
})

describe('a webhook', () => {
  it('posts every step of an alarm, signed with the secret that was told once', async () => {
    const { id, signingSecret = '' } = await add(kinds.webhook())
    expect(signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const alarm = await station.ring(hive)
    await station.deliver()
    await station.follow(alarm, 'confirmed')
    await station.deliver()
    await station.follow(alarm, 'withdrawn')
    await station.deliver()
    expect(receiver.received.map(({ body }) => body.type)).toEqual(['alarm.rang', 'alarm.confirmed', 'alarm.withdrawn'])
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3)
    expect(receiver.received.every((post) => isSigned(post, signingSecret))).toBe(true)
    const [first] = receiver.received
    expect(Number(first!.headers['webhook-timestamp'])).toBe(Math.floor(station.app.clock.now() / 1000))
    expect(isSigned({ ...first!, body: { ...first!.body, type: 'alarm.withdrawn' } }, signingSecret)).toBe(false)
    expect(isSigned(first!, `whsec_${Buffer.alloc(32).toString('base64')}`)).toBe(false)
    expect(first!.body).toMatchObject({
      timestamp: expect.stringMatching(/^2026-05-10T10:00:00/),
      data: {
        alarm: { id: alarm, type: 'swarm', status: 'provisional', weightChange: -1.87, confidence: 0.8, why: [] },
        controller: { id: hive.controllerId, name: 'Waldrand' },
        scale: { id: hive.scaleId, name: 'Volk 3' },
        title: 'Schwarm bei Volk 3?',
        url: `https://bees.example.org/scaleoverview/${hive.controllerId}/${hive.scaleId}?alarm=${alarm}`,
      },
    })
    expect(JSON.stringify((await hive.anna.get('/notification')).body)).not.toContain(signingSecret)
    expect(JSON.stringify(await station.channel(id))).not.toContain(signingSecret)
  })

  it('is retried with the same id and the same bytes, whatever the answer was and even if the words would now be different', async () => {
    const { id, signingSecret = '' } = await add(kinds.webhook())
    await station.ring(hive)
    for (const status of [500, 404, 401, 302]) {
      receiver.state.answer = { status }
      await station.deliver()
      station.app.clock.set((await deliveryOf(id)).due_at)
      await hive.anna.post(`/scale/${hive.scaleId}`, { name: `Volk ${status}` })
    }
    receiver.state.answer = { status: 200 }
    await station.deliver()
    expect(await deliveryOf(id)).toMatchObject({ state: 'sent', attempts: 5 })
    expect(receiver.received).toHaveLength(5)
    expect(new Set(receiver.received.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size).toBe(5)
    expect(receiver.received.every((post) => isSigned(post, signingSecret))).toBe(true)
  })

  it('has a log whose messages can be sent again as they were', async () => {
    const { id, signingSecret = '' } = await add(kinds.webhook())
    receiver.state.answer = { status: 503 }
    const alarm = await station.ring(hive)
    await station.deliver()
    const { body: log } = await hive.anna.get(`/notification/${id}/log`)
    expect(log).toEqual([
      expect.objectContaining({ stage: 'rang', alarmType: 'swarm', state: 'due', attempts: 1, error: 'HTTP 503' }),
    ])
    expect(await hive.anna.post(`/notification/${id}/log/${log[0].id}/resend`)).toMatchObject({ status: 400 })
    expect(await deliveryOf(id)).toMatchObject({ state: 'due', attempts: 2 })
    receiver.state.answer = { status: 200 }
    await station.app.db.updateTable('alarm').set({ status: 'withdrawn' }).where('id', '=', alarm).execute()
    const again = await hive.anna.post(`/notification/${id}/log/${log[0].id}/resend`)
    expect(again).toMatchObject({ status: 200, body: { state: 'sent', attempts: 3, error: null } })
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([log[0].messageId]))
    expect(receiver.received.every((post) => isSigned(post, signingSecret))).toBe(true)
    expect(JSON.stringify(receiver.received.at(-1)!.body)).toBe(log[0].body)
    const ben = await station.app.signIn('ben@example.org')
    expect((await ben.get(`/notification/${id}/log`)).status).toBe(404)
    expect((await ben.post(`/notification/${id}/log/${log[0].id}/resend`)).status).toBe(404)
    expect((await ben.post(`/notification/${id}/secret`)).status).toBe(404)
  })

  it('whose message was resent in vain still counts as told, and hears that the alarm is over', async () => {
    const { id } = await add(kinds.webhook())
    const alarm = await station.ring(hive)
    await station.deliver()
    const { id: first } = await deliveryOf(id)
    receiver.state.answer = { status: 500 }
    const again = await hive.anna.post(`/notification/${id}/log/${first}/resend`)
    expect(again).toMatchObject({ status: 400, body: { message: expect.stringContaining('500') } })
    expect(await deliveryOf(id)).toMatchObject({ state: 'sent', last_error: null })
    receiver.state.answer = { status: 200 }
    await station.follow(alarm, 'withdrawn')
    await station.deliver()
    expect(receiver.received.at(-1)!.body).toMatchObject({ type: 'alarm.withdrawn' })
  })

  it('keeps the last 50 messages', async () => {
    const { id } = await add(kinds.webhook())
    for (let hour = 0; hour < 52; hour++) {
      await station.ring(hive, { type: 'activity', status: 'open', startedAt: 1_778_000_000 + hour })
    }
    await station.deliver()
    await station.deliver()
    const { body: log } = await hive.anna.get(`/notification/${id}/log`)
    expect(log).toHaveLength(50)
    expect(await station.app.db.selectFrom('webhook_message').select('delivery_id').execute()).toHaveLength(50)
    expect(receiver.received).toHaveLength(52)
  })

  it('signs only with its new secret, and ends if the receiver says it is gone', async () => {
    const { id, signingSecret: old = '' } = await add(kinds.webhook())
    const { body } = await hive.anna.post(`/notification/${id}/secret`)
    expect(body.signingSecret).toMatch(/^whsec_[\w+/]{43}=$/)
    await hive.anna.post(`/notification/${id}/test`)
    expect(isSigned(receiver.received[0]!, body.signingSecret)).toBe(true)
    expect(isSigned(receiver.received[0]!, old)).toBe(false)
    receiver.state.answer = { status: 410 }
    await station.ring(hive)
    await station.deliver()
    expect(await station.channel(id)).toMatchObject({ status: 'ended' })
    receiver.state.answer = { status: 200 }
    const reopened = await hive.anna.post('/notification', kinds.webhook())
    expect(reopened.body).toMatchObject({ id, status: 'active', signingSecret: expect.not.stringContaining(old) })
  })

  it('gets the same new secret if the request for one is repeated, because its answer was lost', async () => {
    const { id } = await add(kinds.webhook())
    const renew = async (one: string) =>
      (await hive.anna.post(`/notification/${id}/secret`, { id: one })).body.signingSecret as string
    const request = '3f0c1a62-8d9e-4d3c-9a44-7f5c5b6f0d11'
    const [first, second] = await Promise.all([renew(request), renew(request)])
    expect(first).toMatch(/^whsec_[\w+/]{43}=$/)
    expect(second).toBe(first)
    await hive.anna.post(`/notification/${id}/test`)
    expect(isSigned(receiver.received[0]!, first)).toBe(true)
    expect(await renew(request.replace('3', '4'))).not.toBe(first)
  })
})
