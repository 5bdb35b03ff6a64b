import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ForwardingStation, openForwardingStation } from '../../../tests/support/samples/forwarding-station.ts'
import { type Client, cookieOf, createTestApp } from '../../../tests/support/server/test-app.ts'

let station: ForwardingStation
let anna: Client

beforeEach(async () => {
  station = await openForwardingStation()
  anna = station.anna
})

afterEach(() => station.close())

test('a forwarding is added, read back, changed and deleted', async () => {
  const { status, body } = await anna.post(station.path, { target: 'raw', address: ' https://Example.org/hive#x ' })
  expect(status).toBe(201)
  const { message, ...forwarding } = body
  expect(message).toBe('New readings are forwarded from now on.')
  expect(forwarding).toEqual({
    id: expect.any(Number),
    controllerId: station.controller.id,
    channel: 1,
    target: 'raw',
    address: 'https://example.org/hive',
    title: null,
    template: null,
    status: 'active',
    lastSentAt: null,
    nextDueAt: '2026-05-10T10:00:00.000Z',
    lastError: null,
    failures: 0,
  })
  expect((await anna.get(station.path)).body).toEqual([forwarding])
  expect((await anna.get(`/controller/${station.controller.id}/forwarding`)).body).toEqual([forwarding])
  expect((await anna.get(station.path.replace('channel/1', 'channel/2'))).body).toEqual([])
  const edited = await anna.post(`/controller/forwarding/${forwarding.id}`, { address: 'http://example.org/b' })
  expect(edited).toMatchObject({ status: 200, body: { message: 'Saved.', address: 'http://example.org/b' } })
  expect(await anna.delete(`/controller/forwarding/${forwarding.id}`)).toMatchObject({
    status: 200,
    body: { id: forwarding.id },
  })
  expect((await anna.get(station.path)).body).toEqual([])
  expect((await anna.delete(`/controller/forwarding/${forwarding.id}`)).body.code).toBe('forwarding_not_found')
})

test('an owner is told where an administrator who acts in their name has readings forwarded to', async () => {
  const { app } = station
  const own = await station.add({ target: 'raw', address: 'https://example.org/own' })
  const admin = await app.signIn('admin@example.org', { admin: true })
  const cookie = cookieOf((await admin.post(`/admin/user/${anna.accountId}/actAs`)).headers)
  const post = (path: string, body: object) => app.nobody.post(path, body, { cookie })
  const told = async () => {
    await app.sendMails()
    return app.mails.splice(0).map(({ to, subject, text }) => [to, subject, /to (\S+)\. You see/.exec(text)?.[1]])
  }
  expect((await post(station.path, { target: 'trachtnet', address: 'ftp://a:b@example.net/in' })).status).toBe(201)
  const [to, subject] = ['anna@example.org', 'Your readings are forwarded']
  expect(await told()).toEqual([[to, subject, 'ftp://a:***@example.net/in']])
  const move = (address: string) => post(`/controller/forwarding/${own}`, { address })
  expect((await move('https://example.net/moved')).status).toBe(200)
  expect(await told()).toEqual([[to, subject, 'https://example.net/moved']])
  // what changes no destination, and what waits for the owner's code, is not told
  expect((await post(`/controller/forwarding/${own}`, { paused: true })).status).toBe(200)
  const body = { target: 'capaz', address: 'somebody@example.net', title: 'Hive', template: 'x' }
  expect((await post(station.path, body)).body.status).toBe('unconfirmed')
  await anna.post(`/controller/forwarding/${own}`, { address: 'https://example.org/back' })
  expect((await told()).filter(([, one]) => one === subject)).toEqual([])
})

test('the same combination twice is 409, however it is written; another target or channel is fine', async () => {
  await station.add({ target: 'raw', address: 'https://example.org/hive' })
  const id = await station.add({ target: 'raw', address: 'https://example.org/other' })
  const taken = { status: 409, body: { code: 'combination_exists' } }
  expect(await anna.post(station.path, { target: 'raw', address: 'https://EXAMPLE.org:443/hive' })).toMatchObject(taken)
  expect(await anna.post(`/controller/forwarding/${id}`, { address: 'https://example.org/hive' })).toMatchObject(taken)
  const otherChannel = station.path.replace('channel/1', 'channel/2')
  expect((await anna.post(otherChannel, { target: 'raw', address: 'https://example.org/hive' })).status).toBe(201)
  await station.add({ target: 'trachtnet', address: 'ftp://anna:one@example.org/in' })
  const otherPassword = { target: 'trachtnet', address: 'ftp://anna:two@example.org/in' }
  expect(await anna.post(station.path, otherPassword)).toMatchObject(taken)
})

test('a channel can have at most ten forwardings, also if several are added at once', async () => {
  for (let i = 0; i < 8; i++) await station.add({ target: 'raw', address: `https://example.org/${i}` })
  const atOnce = [8, 9, 10, 11].map((i) =>
    i % 2
      ? anna.post(station.path, { target: 'raw', address: `https://example.org/${i}` })
      : anna.post(station.path, { target: 'capaz', address: `${i}@example.org`, title: 'Hive', template: 'x' }),
  )
  expect((await Promise.all(atOnce)).map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409])
  expect(await anna.post(station.path, { target: 'raw', address: 'https://example.org/x' })).toMatchObject({
    status: 409,
    body: { code: 'forwardings_too_many' },
  })
})

test('forwardings are accessible to the owner only', async () => {
  const id = await station.add({ target: 'raw', address: 'https://example.org/secret-token' })
  const [watcher, eve, admin] = [
    await station.app.signIn('watcher@example.org'),
    await station.app.signIn('eve@example.org'),
    await station.app.signIn('admin@example.org', { admin: true }),
  ]
  const watch = { account_id: watcher.accountId, controller_id: station.controller.id, created_at: 0 }
  await station.app.db.insertInto('watch').values(watch).execute()
  const body = { target: 'raw', address: 'https://example.org/x' }
  for (const [client, status] of [
    [watcher, 403],
    [admin, 403],
    [eve, 404],
  ] as const) {
    expect((await client.get(station.path)).status).toBe(status)
    expect((await client.get(`/controller/${station.controller.id}/forwarding`)).status).toBe(status)
    expect((await client.get(`${station.path}/preview`)).status).toBe(status)
    expect((await client.post(station.path, body)).status).toBe(status)
    for (const answer of [
      await client.post(`/controller/forwarding/${id}`, { paused: true }),
      await client.post(`/controller/forwarding/${id}/test`),
      await client.delete(`/controller/forwarding/${id}`),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'forwarding_not_found' } })
    }
  }
  expect(await station.forwarding(id)).toMatchObject({ status: 'active' })
})

test('a new owner sees nothing of the previous one', async () => {
  const id = await station.add({ target: 'raw', address: 'https://example.org/secret' })
  const ben = await station.app.signIn('ben@example.org')
  await station.app.db.updateTable('controller').set({ owner_id: ben.accountId }).execute()
  expect((await ben.get(station.path)).body).toEqual([])
  expect((await ben.delete(`/controller/forwarding/${id}`)).status).toBe(404)
  expect((await anna.post(`/controller/forwarding/${id}/test`)).status).toBe(404)
})

test.each([
  ['raw', 'not an address', 'invalid_body'],
  ['raw', 'ftp://example.org/', 'address_not_public'],
  ['raw', 'https://user:secret@example.org/', 'address_not_public'],
  ['raw', 'http://127.0.0.1/', 'address_not_public'],
  ['raw', 'http://localhost:8080/', 'address_not_public'],
  ['raw', 'http://[::ffff:10.0.0.1]/', 'address_not_public'],
  ['raw', 'https://169.254.169.254/latest', 'address_not_public'],
  ['raw', 'http://0x7f.1/', 'address_not_public'],
  ['capaz', 'nobody', 'invalid_body'],
  ['capaz', 'a@example.org\r\nBcc: b@example.org', 'invalid_body'],
  ['trachtnet', 'https://example.org/', 'invalid_body'],
  ['trachtnet', 'ftp://example.org/', 'invalid_body'],
  ['trachtnet', 'ftp://a:b@example.org/%0D%0ADELE%20x', 'invalid_body'],
  ['trachtnet', 'ftp://a%0Ab:c@example.org/', 'invalid_body'],
  ['trachtnet', 'ftp://a:%E0%A4@example.org/', 'invalid_body'],
  ['trachtnet', 'ftp://a:b@192.168.1.1/', 'address_not_public'],
  ['trachtnet', 'ftps://a:b@0x7f.1/', 'address_not_public'],
  ['trachtnet', 'ftp://a:b@example.org:25/', 'address_not_public'],
])('%s to %j is refused as %s', async (target, address, code) => {
  const strict = await createTestApp({ ALLOW_PRIVATE_ENDPOINTS: 'false' })
  const client = await strict.signIn('anna@example.org')
  const { id } = await strict.claim(client)
  const path = `/controller/${id}/channel/1/forwarding`
  expect(await client.post(path, { target, address })).toMatchObject({ status: 400, body: { code } })
  expect((await client.get(path)).body).toEqual([])
  await strict.close()
})

test.each(['http://example.org/x', 'https://8.8.8.8/x'])('a public address is accepted: %s', async (address) => {
  const strict = await createTestApp({ ALLOW_PRIVATE_ENDPOINTS: 'false' })
  const client = await strict.signIn('anna@example.org')
  const { id } = await strict.claim(client)
  expect((await client.post(`/controller/${id}/channel/1/forwarding`, { target: 'raw', address })).status).toBe(201)
  await strict.close()
})

describe('templates', () => {
  test('faults are reported with their position, and nothing is stored', async () => {
    const body = {
      target: 'trachtnet',
      address: 'ftp://a:b@example.org/',
      title: '{imsi:0}',
      template: 'a\n{weigth} {',
    }
    const { status, body: reply } = await anna.post(station.path, body)
    expect(status).toBe(400)
    expect(reply).toMatchObject({
      code: 'template_invalid',
      issues: [
        { path: 'title', message: '1:1 pattern_invalid {imsi:0}' },
        { path: 'template', message: '2:1 unknown_field {weigth}' },
        { path: 'template', message: '2:10 brace_not_closed {' },
      ],
    })
    expect((await anna.get(station.path)).body).toEqual([])
  })

  test('raw has no templates, and an edit is checked as well', async () => {
    const address = 'https://example.org/'
    expect((await anna.post(station.path, { target: 'raw', address, template: '{weight}' })).body.code).toBe(
      'template_invalid',
    )
    const id = await station.add({ target: 'capaz', address: 'a@example.org', template: '{weight}' })
    expect((await anna.post(`/controller/forwarding/${id}`, { template: '{#readings}' })).body.code).toBe(
      'template_invalid',
    )
    expect((await station.forwarding(id)).template).toBe('{weight}')
    await anna.post(`/controller/forwarding/${id}`, { template: null })
    expect((await station.forwarding(id)).template).toBeNull()
  })

  test('the last readings of the channel can be used to try them; before there are any, made-up ones', async () => {
    const { body: before } = await anna.get(`${station.path}/preview`)
    expect(before).toMatchObject({ isExample: true, content: { readings: { length: 3 } } })
    await station.measure(...station.every(10, '2026-05-09T22:00:00Z', 8))
    const { body: after } = await anna.get(`${station.path}/preview`)
    expect(after).toMatchObject({
      isExample: false,
      content: { controller: { imsi: station.controller.imsi }, battery: 3.91 },
    })
    expect(after.content.readings.map(({ weight }: { weight: number }) => weight)).toEqual([
      40.003, 40.004, 40.005, 40.006, 40.007,
    ])
  })
})

describe('the password of an FTP address', () => {
  const before = 'ftp://anna:honey@example.org/in'
  const sealed = async () => (await station.app.db.selectFrom('forwarding').select('sealed_password').execute())[0]!
  const passwordOf = async () => station.app.deps.secrets.open((await sealed()).sealed_password!, 'forwarding password')

  test('is kept for the same user on the same server, even in another folder', async () => {
    const id = await station.add({ target: 'trachtnet', address: before })
    const address = 'ftp://anna:***@example.org/out'
    expect((await anna.post(`/controller/forwarding/${id}`, { address })).body.address).toBe(address)
    expect(await passwordOf()).toBe('honey')
    await anna.post(`/controller/forwarding/${id}`, { address: 'ftps://anna:wax@example.org/out' })
    expect((await station.forwarding(id)).address).toBe('ftps://anna:***@example.org/out')
    expect(await passwordOf()).toBe('wax')
  })

  test.each([
    'ftp://anna:***@evil.example/in',
    'ftp://eve:***@example.org/in',
    'ftp://anna:***@example.org:2121/in',
    'ftps://anna:***@example.org/in',
  ])('does not go to %s', async (address) => {
    const id = await station.add({ target: 'trachtnet', address: before })
    expect(await anna.post(`/controller/forwarding/${id}`, { address })).toMatchObject({
      status: 400,
      body: { code: 'invalid_body', issues: [{ path: 'address' }] },
    })
    expect((await station.forwarding(id)).address).toBe('ftp://anna:***@example.org/in')
  })
})

describe('a test', () => {
  test('sends the newest readings at once, marked as a test, and takes nothing from what is due', async () => {
    const id = await station.add({ target: 'raw', address: station.web.url })
    expect((await anna.post(`/controller/forwarding/${id}/test`)).body.code).toBe('forwarding_empty')
    await station.measure(...station.every(1, '2026-05-10T10:00:00Z', 7))
    const tried = await anna.post(`/controller/forwarding/${id}/test`)
    expect(tried).toMatchObject({
      status: 200,
      body: { message: 'The newest readings were sent.', status: 'active', lastSentAt: '2026-05-10T10:00:00.000Z' },
    })
    expect(station.web.received[0]!.body).toMatchObject({ test: true, readings: { length: 5 } })
    await station.forward()
    expect(station.web.received[1]!.body.test).toBeUndefined()
    expect(station.web.received[1]!.body.readings).toHaveLength(7)
  })

  test('reports why it was rejected, and the list shows it in the requested language', async () => {
    const id = await station.add({ target: 'raw', address: station.web.url })
    await station.measure({ time: '2026-05-10T10:00:00Z', weight: 1 })
    station.web.state.answer = { status: 401 }
    expect(await anna.post(`/controller/forwarding/${id}/test`)).toMatchObject({
      status: 400,
      body: {
        code: 'forwarding_undeliverable',
        message: 'It was not accepted. The server answered 401 instead of taking the readings. Check the address.',
      },
    })
    const [told] = (await anna.get(station.path, { 'accept-language': 'fr' })).body
    expect(told).toMatchObject({ status: 'failing', lastError: expect.stringContaining('Le serveur a répondu 401') })
  })

  test('that succeeds resumes a failing forwarding at once', async () => {
    const id = await station.add({ target: 'raw', address: station.web.url })
    await station.measure({ time: '2026-05-10T10:00:00Z', weight: 1 })
    station.web.state.answer = { status: 401 }
    await station.forward()
    station.web.state.answer = { status: 200 }
    await anna.post(`/controller/forwarding/${id}/test`)
    await station.forward()
    expect(station.web.received.map(({ body }) => body.test)).toEqual([undefined, true, undefined])
    expect(await station.forwarding(id)).toMatchObject({ status: 'active', failures: 0 })
  })

  test('is rate limited', async () => {
    const id = await station.add({ target: 'raw', address: station.web.url })
    await station.measure({ time: '2026-05-10T10:00:00Z', weight: 1 })
    for (let i = 0; i < 20; i++) expect((await anna.post(`/controller/forwarding/${id}/test`)).status).toBe(200)
    expect((await anna.post(`/controller/forwarding/${id}/test`)).status).toBe(429)
  })
})

test('an edit of a failing forwarding triggers a try at once', async () => {
  const id = await station.add({ target: 'raw', address: `${station.web.url}/wrong` })
  await station.measure({ time: '2026-05-10T10:00:00Z', weight: 1 })
  station.web.state.answer = { status: 404 }
  await station.forward()
  station.web.state.answer = { status: 200 }
  await anna.post(`/controller/forwarding/${id}`, { address: `${station.web.url}/right` })
  await station.forward()
  expect(station.web.received.map(({ path }) => path)).toEqual(['/wrong', '/right'])
  await anna.post(`/controller/forwarding/${id}`, { title: null })
  await station.measure({ time: '2026-05-10T10:01:00Z', weight: 2 })
  await station.forward()
  expect(station.web.received).toHaveLength(2)
})
