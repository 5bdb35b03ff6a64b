import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DeliveryStation, openDeliveryStation } from '../../../../tests/support/samples/delivery-station.ts'
import { type Client, createTestApp } from '../../../../tests/support/server/test-app.ts'
import { vanishAfterInsert } from '../../../../tests/support/server/vanishing-trigger.ts'

let station: DeliveryStation
let anna: Client

beforeEach(async () => {
  station = await openDeliveryStation()
  anna = await station.app.signIn('anna@example.org')
})

afterEach(() => station.close())

const add = (address = '079 123 45 67', client = anna) => client.post('/notification', { type: 'sms', address })
const lastCode = () => /\d{6}/.exec(station.app.texts.at(-1)!.text)![0]
const confirm = (id: number, code: string, client = anna) => client.post(`/notification/${id}/confirm`, { code })
const wrongCode = { status: 400, body: { code: 'code_wrong' } }

test('a number is written in the format of the account’s country, and gets only a code until that is entered', async () => {
  const { status, body } = await add()
  expect(status).toBe(201)
  expect(body).toMatchObject({ message: 'Code sent by SMS.', address: '+41791234567', status: 'pending' })
  expect(station.app.texts).toEqual([
    {
      to: '+41791234567',
      text: expect.stringMatching(/^\d{6} is your HiveWatch code/),
      reference: expect.any(String),
    },
  ])
  const { id: controllerId } = await station.app.claim(anna)
  const scaleId = await station.app.addScale(anna, controllerId)
  const hive = { anna, controllerId, scaleId, channelId: body.id }
  await station.ring(hive, { startedAt: 1 })
  await station.deliver()
  expect(station.smsService.received).toEqual([])
  expect(await anna.post(`/notification/${body.id}/test`)).toMatchObject({
    status: 409,
    body: { code: 'notification_unconfirmed' },
  })
  const [first, rest] = [lastCode().slice(0, 3), lastCode().slice(3)]
  expect(await confirm(body.id, ` ${first} ${rest}`)).toMatchObject({
    status: 200,
    body: { status: 'active', message: 'Confirmed. Messages go there from now on.' },
  })
  await station.ring(hive)
  await station.deliver()
  expect(station.smsService.texts()).toEqual([
    { to: '+41791234567', text: expect.stringMatching(/^Swarm at Scale 1\? Waldrand, -1\.9 kg, Sun 11:50$/) },
  ])
  expect(await add('+41 79 123 45 67')).toMatchObject({
    status: 409,
    body: { code: 'combination_exists', id: body.id },
  })
})

test('the code is stored as a hash, expires after ten minutes, and allows five tries', async () => {
  const { body } = await add()
  const row = await station.channel(body.id)
  expect(JSON.stringify(row)).not.toContain(lastCode())
  const wrong = lastCode() === '111111' ? '222222' : '111111'
  for (let i = 0; i < 5; i++) expect(await confirm(body.id, wrong)).toMatchObject(wrongCode)
  expect(await confirm(body.id, lastCode())).toMatchObject(wrongCode)
  station.app.clock.advance(15_000)
  expect((await anna.post(`/notification/${body.id}/code`)).status).toBe(200)
  station.app.clock.advance(10 * 60_000)
  expect(await confirm(body.id, lastCode())).toMatchObject(wrongCode)
  await add()
  const older = station.app.texts.at(-2)!.text.slice(0, 6)
  expect(await confirm(body.id, older)).toMatchObject(wrongCode)
  expect((await confirm(body.id, lastCode())).body.status).toBe('active')
})

test('a code works only for its own number and for whoever added it', async () => {
  const { body: first } = await add()
  const codeOfFirst = lastCode()
  const { body: second } = await add('079 765 43 21')
  expect(await confirm(second.id, codeOfFirst)).toMatchObject(wrongCode)
  const eve = await station.app.signIn('eve@example.org')
  expect((await confirm(first.id, codeOfFirst, eve)).status).toBe(404)
  expect((await eve.post(`/notification/${first.id}/code`)).status).toBe(404)
})

test("codes to somebody else's phone are limited, but one account cannot use them all up", async () => {
  const answers = []
  for (let i = 0; i < 5; i++) {
    answers.push((await add()).status)
    station.app.clock.advance(15_000)
  }
  expect(answers).toEqual([201, 201, 201, 201, 429])
  expect((await confirm((await anna.get('/notification')).body[0].id, lastCode())).body.status).toBe('active')
  const eve = await station.app.signIn('eve@example.org')
  expect((await add('079 123 45 67', eve)).status).toBe(201)
  const mallory = await station.app.signIn('mallory@example.org')
  expect((await add('079 123 45 67', mallory)).status).toBe(429)
  expect(station.app.texts).toHaveLength(5)
})

test('a button that is pressed twice, or a request that is repeated, sends one code', async () => {
  const added = await Promise.all([add(), add()])
  expect(added.map(({ status }) => status)).toEqual([201, 201])
  expect(added[1]!.body.id).toBe(added[0]!.body.id)
  expect(station.app.texts).toHaveLength(1)
  const { id } = added[0]!.body
  const again = () => anna.post(`/notification/${id}/code`)
  station.app.clock.advance(15_000)
  for (const { status } of await Promise.all([again(), again()])) expect(status).toBe(200)
  station.app.clock.advance(14_999)
  expect((await again()).status).toBe(200)
  expect(station.app.texts).toHaveLength(2)
  expect((await confirm(id, lastCode())).body.status).toBe('active')
})

test('whoever entered a wrong code, or asked while the clock was ahead, gets a new one at once', async () => {
  const { body } = await add()
  const again = () => anna.post(`/notification/${body.id}/code`)
  expect(await confirm(body.id, lastCode() === '111111' ? '222222' : '111111')).toMatchObject(wrongCode)
  for (const { status } of await Promise.all([again(), again()])) expect(status).toBe(200)
  expect(station.app.texts).toHaveLength(2)
  station.app.clock.advance(-60_000)
  expect((await again()).status).toBe(200)
  expect(station.app.texts).toHaveLength(3)
  expect((await confirm(body.id, lastCode())).body.status).toBe('active')
})

test('a code that could not be sent is sent when the button is pressed again', async () => {
  const { body } = await add()
  station.app.clock.advance(15_000)
  const again = () => anna.post(`/notification/${body.id}/code`)
  station.app.smsGateway.outcome = { outcome: 'refused', reason: 'HTTP 402: no credit' }
  expect(await again()).toMatchObject({ status: 400, body: { code: 'notification_undeliverable' } })
  station.app.smsGateway.outcome = { outcome: 'delivered' }
  const tried = station.app.texts.length
  expect((await again()).status).toBe(200)
  expect(station.app.texts).toHaveLength(tried + 1)
  expect((await confirm(body.id, lastCode())).body.status).toBe('active')
})

test('as long as no other code could be sent, the one that arrived works', async () => {
  const { body } = await add()
  const arrived = lastCode()
  station.app.clock.advance(15_000)
  const again = () => anna.post(`/notification/${body.id}/code`)
  station.app.smsGateway.outcome = { outcome: 'failed', reason: 'timeout' }
  expect((await again()).status).toBe(400)
  expect(await confirm(body.id, lastCode())).toMatchObject(wrongCode)
  expect((await confirm(body.id, arrived)).body.status).toBe('active')
})

test('a code that is sent while another one hangs stays valid when that fails', async () => {
  const { body } = await add()
  station.app.clock.advance(15_000)
  const again = () => anna.post(`/notification/${body.id}/code`)
  const { send } = station.app.deps.sms
  const hanging = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  station.app.deps.sms.send = async () => {
    hanging.resolve()
    await end.promise
    return { outcome: 'failed', reason: 'timeout' }
  }
  const first = again()
  await hanging.promise
  station.app.deps.sms.send = send
  station.app.clock.advance(15_000)
  expect((await again()).status).toBe(200)
  end.resolve()
  expect((await first).status).toBe(400)
  expect((await confirm(body.id, lastCode())).body.status).toBe('active')
})

test('a number that cannot be reached is not kept', async () => {
  station.app.smsGateway.outcome = { outcome: 'refused', reason: 'HTTP 400: bad number' }
  expect(await add()).toMatchObject({
    status: 400,
    body: { code: 'notification_undeliverable', message: expect.stringContaining('bad number') },
  })
  expect((await anna.get('/notification')).body).toEqual([])
})

test('a crash before the code was sent lets the loop send it', async () => {
  const { body } = await add()
  await station.app.db.updateTable('delivery').set({ state: 'due', due_at: 0 }).execute()
  await station.deliver()
  const [sms] = station.smsService.texts()
  expect((await confirm(body.id, sms!.text.slice(0, 6))).body.status).toBe('active')
})

test('without a gateway it says so', async () => {
  const app = await createTestApp()
  app.deps.sms.available = false
  const ben = await app.signIn('ben@example.org')
  expect((await ben.get('/notification/ways')).body).toEqual({ email: true, sms: false })
  expect(await add('079 123 45 67', ben)).toMatchObject({ status: 400, body: { code: 'sms_unavailable' } })
  await app.close()
})

test('a test SMS that is asked for twice at once is sent once, and again a moment later', async () => {
  const number = await station.addNumber(anna)
  const texts = station.app.texts.length
  const again = async () => (await anna.post(`/notification/${number}/test`)).status
  expect(await Promise.all([again(), again()])).toEqual([200, 200])
  expect(station.app.texts).toHaveLength(texts + 1)
  station.app.clock.advance(15_000)
  expect(await again()).toBe(200)
  expect(station.app.texts).toHaveLength(texts + 2)
})

test('test SMS cost money and are limited', async () => {
  const number = await station.addNumber(anna)
  const answers = []
  for (let i = 0; i < 6; i++) answers.push((await anna.post(`/notification/${number}/test`)).status)
  expect(answers).toEqual([200, 200, 200, 200, 200, 429])
})

test('if the account is deleted while its code is being sent, there is no such number', async () => {
  await vanishAfterInsert(station.app.db, 'delivery', 'delete from account')
  expect(await add()).toMatchObject({ status: 404, body: { code: 'notification_not_found' } })
  expect(station.app.texts).toEqual([])
})
