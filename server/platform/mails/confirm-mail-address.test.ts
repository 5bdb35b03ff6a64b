import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DeliveryStation, openDeliveryStation } from '../../../tests/support/samples/delivery-station.ts'
import { type Client, createTestApp } from '../../../tests/support/server/test-app.ts'
import { addMailChannel, mailedCode } from '../../../tests/support/services/confirm-mail.ts'
import { MailRefused } from '../adapters/mailer.ts'

const ADDRESS = 'club@example.net'
const wrongCode = { status: 400, body: { code: 'code_wrong' } }

let station: DeliveryStation
let app: DeliveryStation['app']
let anna: Client

beforeEach(async () => {
  station = await openDeliveryStation()
  app = station.app
  anna = await app.signIn('anna@example.org')
})
afterEach(() => station.close())

const add = (address = ADDRESS, client = anna) => client.post('/notification', { type: 'email', address })
const confirm = (id: number, code: string, client = anna) => client.post(`/notification/${id}/confirm`, { code })
const mailsTo = (address: string) => app.mails.filter(({ to }) => to === address)
const wrong = (code: string) => (code === '111111' ? '222222' : '111111')

test('an address gets a code, and nothing else before the code is entered', async () => {
  const { status, body } = await add()
  expect({ status, body }).toMatchObject({
    status: 201,
    body: { type: 'email', status: 'unconfirmed', address: ADDRESS },
  })
  const code = await mailedCode(app, ADDRESS)
  const { id: controllerId } = await app.claim(anna)
  const scaleId = await app.addScale(anna, controllerId)
  const hive = { anna, controllerId, scaleId, channelId: body.id }
  await station.ring(hive, { startedAt: 1 })
  await station.deliver()
  const refused = { status: 409, body: { code: 'notification_unconfirmed' } }
  expect(await anna.post(`/notification/${body.id}/test`)).toMatchObject(refused)
  expect(mailsTo(ADDRESS)).toHaveLength(1)
  expect((await anna.get('/notification')).body).toMatchObject([{ status: 'unconfirmed' }])
  expect(await confirm(body.id, code)).toMatchObject({ status: 200, body: { status: 'active' } })
  expect((await anna.post(`/notification/${body.id}/test`)).status).toBe(200)
})

test('simultaneous requests create one channel and send one code, which is valid', async () => {
  const added = await Promise.all([add(), add(), add()])
  expect(new Set(added.map(({ body }) => body.id)).size).toBe(1)
  expect(added.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  await app.sendMails()
  expect(mailsTo(ADDRESS)).toHaveLength(1)
  const code = await mailedCode(app, ADDRESS)
  expect(await confirm(added[0].body.id, code)).toMatchObject({ status: 200, body: { status: 'active' } })
})

test('a request for another code that a browser repeats mails one; one made later mails another', async () => {
  const { body } = await add()
  app.clock.advance(60_000)
  const again = () => anna.post(`/notification/${body.id}/code`)
  const answers = await Promise.all([again(), again()])
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  await app.sendMails()
  expect(mailsTo(ADDRESS)).toHaveLength(2)
  app.clock.advance(15_000)
  await again()
  await app.sendMails()
  expect(mailsTo(ADDRESS)).toHaveLength(3)
  // the clock was ahead, and is right now
  app.clock.advance(-60_000)
  await again()
  await app.sendMails()
  expect(mailsTo(ADDRESS)).toHaveLength(4)
  expect(await confirm(body.id, await mailedCode(app, ADDRESS))).toMatchObject({ status: 200 })
})

test('one’s own address, and one confirmed earlier, need no code', async () => {
  expect((await add('anna@example.org')).body).toMatchObject({ status: 'active' })
  const id = await addMailChannel(app, anna, ADDRESS)
  await anna.post(`/notification/${id}/remove`)
  expect((await add()).body).toMatchObject({ status: 'active' })
  const ben = await app.signIn('ben@example.org')
  expect((await add(ADDRESS, ben)).body).toMatchObject({ status: 'unconfirmed' })
  expect(mailsTo('anna@example.org')).toEqual([])
})

test('the code is stored as a hash, is valid for a day and five attempts, and belongs to one account', async () => {
  const { body } = await add()
  const code = await mailedCode(app, ADDRESS)
  expect(JSON.stringify(await app.db.selectFrom('mail_address').selectAll().execute())).not.toContain(code)
  const ben = await app.signIn('ben@example.org')
  const { body: bens } = await add(ADDRESS, ben)
  expect(await confirm(bens.id, code, ben)).toMatchObject(wrongCode)
  for (let i = 0; i < 5; i++) expect(await confirm(body.id, wrong(code))).toMatchObject(wrongCode)
  expect(await confirm(body.id, code)).toMatchObject(wrongCode)
  expect((await anna.post(`/notification/${body.id}/code`)).status).toBe(200)
  const second = await mailedCode(app, ADDRESS)
  app.clock.advance(24 * 3_600_000)
  expect(await confirm(body.id, second)).toMatchObject(wrongCode)
})

test('nobody’s mailbox is flooded with codes: at most five a day, whichever accounts send them', async () => {
  for (const name of ['eve', 'mallory', 'trudy', 'oscar', 'victor']) {
    expect((await add(ADDRESS, await app.signIn(`${name}@example.org`))).status).toBe(201)
  }
  const late = await app.signIn('late@example.org')
  expect((await add(ADDRESS, late)).status).toBe(429)
  expect((await late.get('/notification')).body).toEqual([])
  await app.sendMails()
  expect(mailsTo(ADDRESS)).toHaveLength(5)
})

test('accounts made to use up the codes of an address do not keep those registered long ago from confirming it', async () => {
  const olders = [anna]
  for (const name of ['berta', 'carl', 'dora', 'emil', 'fritz']) olders.push(await app.signIn(`${name}@example.org`))
  await app.db
    .updateTable('account')
    .set({ created_at: app.clock.now() - 7 * 24 * 3_600_000 })
    .execute()
  for (const name of ['eve', 'mallory', 'trudy', 'oscar', 'victor']) {
    expect((await add(ADDRESS, await app.signIn(`${name}@example.org`))).status).toBe(201)
  }
  expect((await add(ADDRESS, await app.signIn('walter@example.org'))).status).toBe(429)
  const { body } = await add()
  expect(await confirm(body.id, await mailedCode(app, ADDRESS))).toMatchObject({ status: 200 })
  // all of them together have no more than the new ones
  const statuses: number[] = []
  for (const older of olders.slice(1)) statuses.push((await add(ADDRESS, older)).status)
  expect(statuses).toEqual([201, 201, 201, 201, 429])
})

test('one account that mails codes to an address again and again does not keep others from confirming it', async () => {
  const mallory = await app.signIn('mallory@example.org')
  const { body } = await add(ADDRESS, mallory)
  const statuses: number[] = []
  for (let i = 0; i < 6; i++) {
    app.clock.advance(60_000)
    statuses.push((await mallory.post(`/notification/${body.id}/code`)).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
  const { body: annas } = await add()
  expect(await confirm(annas.id, await mailedCode(app, ADDRESS))).toMatchObject({ status: 200 })
})

test('one account can mail ten codes an hour, to whichever addresses; a refused one leaves no channel', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 12; i++) statuses.push((await add(`guest${i}@example.net`)).status)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429, 429])
  expect((await anna.get('/notification')).body).toHaveLength(10)
})

test('thirty wrong codes in an hour are enough', async () => {
  const { body } = await add()
  const code = await mailedCode(app, ADDRESS)
  for (let i = 0; i < 30; i++) expect(await confirm(body.id, wrong(code))).toMatchObject(wrongCode)
  expect(await confirm(body.id, code)).toMatchObject({ status: 429 })
})

test('a forwarding by mail waits for the code too, also when it is changed to another address', async () => {
  const { id } = await app.claim(anna)
  const path = `/controller/${id}/channel/1/forwarding`
  const added = await anna.post(path, { target: 'capaz', address: ADDRESS })
  expect(added).toMatchObject({ status: 201, body: { status: 'unconfirmed', nextDueAt: null } })
  const forwarding = `/controller/forwarding/${added.body.id}`
  expect(await anna.post(`${forwarding}/test`)).toMatchObject({ status: 409, body: { code: 'address_unconfirmed' } })
  expect(await anna.post(forwarding, { paused: false })).toMatchObject({ body: { status: 'unconfirmed' } })
  const code = await mailedCode(app, ADDRESS)
  expect(await anna.post(`${forwarding}/confirm`, { code: wrong(code) })).toMatchObject(wrongCode)
  expect(await anna.post(`${forwarding}/confirm`, { code })).toMatchObject({ status: 200, body: { status: 'active' } })
  expect((await add()).body).toMatchObject({ status: 'active' })
  expect(await anna.post(path, { target: 'capaz', address: ADDRESS })).toMatchObject({ status: 409 })
  const moved = await anna.post(forwarding, { address: 'other@example.net' })
  expect(moved).toMatchObject({ status: 200, body: { status: 'unconfirmed', address: 'other@example.net' } })
  expect((await anna.post(`${forwarding}/code`)).status).toBe(200)
  const next = await mailedCode(app, 'other@example.net')
  expect((await anna.post(`${forwarding}/confirm`, { code: next })).body).toMatchObject({ status: 'active' })
  expect((await anna.post(forwarding, { address: ADDRESS })).body).toMatchObject({ status: 'active' })
})

test('an existing forwarding, or one moved to an address already in use, mails no code that would invalidate the first', async () => {
  const { id } = await app.claim(anna)
  const path = `/controller/${id}/channel/1/forwarding`
  const added = await Promise.all([0, 1].map(() => anna.post(path, { target: 'capaz', address: ADDRESS })))
  expect(added.map(({ status }) => status).sort()).toEqual([201, 409])
  const own = await anna.post(path, { target: 'capaz', address: 'anna@example.org' })
  const moved = await anna.post(`/controller/forwarding/${own.body.id}`, { address: ADDRESS })
  expect(moved).toMatchObject({ status: 409, body: { code: 'combination_exists' } })
  await app.sendMails()
  expect(mailsTo(ADDRESS)).toHaveLength(1)
})

test('without a mail server a channel is created and waits', async () => {
  const quiet = await createTestApp()
  quiet.deps.mailer.available = false
  const client = await quiet.signIn('anna@example.org')
  const added = await add(ADDRESS, client)
  expect(added).toMatchObject({
    status: 201,
    body: { status: 'unconfirmed', message: expect.stringContaining('no code') },
  })
  const unavailable = { status: 503, body: { code: 'mail_unavailable' } }
  expect(await client.post(`/notification/${added.body.id}/code`)).toMatchObject(unavailable)
  const { id } = await quiet.claim(client)
  const forwarding = await client.post(`/controller/${id}/channel/1/forwarding`, { target: 'capaz', address: ADDRESS })
  expect(forwarding.body.message).toContain('no code')
  expect(await client.post(`/controller/forwarding/${forwarding.body.id}/code`)).toMatchObject(unavailable)
  await quiet.close()
})

test('a mail with a code that was refused is shown where the code is awaited, until another one arrives', async () => {
  const { send } = app.deps.mailer
  app.deps.mailer.send = () => Promise.reject(new MailRefused('550 no such user'))
  const { body } = await add()
  const { id } = await app.claim(anna)
  const path = `/controller/${id}/channel/1/forwarding`
  await anna.post(path, { target: 'capaz', address: ADDRESS })
  await app.sendMails()
  expect((await anna.get('/notification')).body).toMatchObject([
    { status: 'unconfirmed', lastError: '550 no such user' },
  ])
  expect((await anna.get(path)).body).toMatchObject([
    { status: 'unconfirmed', lastError: 'The mail was refused. Check the e-mail address.' },
  ])
  app.deps.mailer.send = send
  await anna.post(`/notification/${body.id}/code`)
  await app.sendMails()
  expect((await anna.get('/notification')).body).toMatchObject([{ lastError: null }])
  expect((await anna.get(path)).body).toMatchObject([{ lastError: null }])
})
