import { afterEach, beforeEach, expect, test } from 'vitest'
import { alarmsArriveOn } from '#domain/alerts/notification.ts'
import { type DeliveryStation, openDeliveryStation } from '../../../../tests/support/samples/delivery-station.ts'
import type { Client } from '../../../../tests/support/server/test-app.ts'

let station: DeliveryStation
let anna: Client

beforeEach(async () => {
  station = await openDeliveryStation()
  anna = await station.app.signIn('anna@example.org')
})
afterEach(() => station.close())

const arrives = async (client = anna) => (await client.get('/user/ping')).body.alarmsArrive as boolean

/** Checks both places that tell whether alarms arrive: the answer to the client and the notice on the device follow the same rule. */
async function expectArrival(expected: boolean, client = anna): Promise<void> {
  expect(await arrives(client)).toBe(expected)
  const seen = (await client.get('/controller')).body as { id: number; access: string }[]
  const controllers = seen.map(({ id, access }) => ({ id, isOwn: access === 'own' }))
  expect(alarmsArriveOn((await client.get('/notification')).body, controllers)).toBe(expected)
}

async function addPhone(client = anna): Promise<number> {
  const address = JSON.stringify(station.service.subscribe())
  return (await client.post('/notification', { type: 'push', address, receipts: true })).body.id
}

/** Sends a test and reports, as the device would, that it was shown. */
async function show(id: number, client = anna): Promise<void> {
  expect((await client.post(`/notification/${id}/test`)).status).toBe(200)
  const { receipt } = JSON.parse(station.app.pushes.at(-1)!.payload)
  expect((await station.app.nobody.post('/push/shown', { receipt })).status).toBe(200)
}

const change = (id: number, changes: object) =>
  station.app.db.updateTable('notification').set(changes).where('id', '=', id).execute()

test('no alarm counts as arriving before a device has shown one', async () => {
  await expectArrival(false)
  const id = await addPhone()
  await anna.post(`/notification/${id}/test`)
  await expectArrival(false)
  await show(id)
  const [channel] = (await anna.get('/notification')).body
  expect(channel.heardAt).toBe(new Date(station.app.clock.now()).toISOString())
  await expectArrival(true)
  expect(await arrives(await station.app.signIn('ben@example.org'))).toBe(false)
})

test('whoever got a mail confirms that, once something was sent there', async () => {
  const { id } = (await anna.post('/notification', { type: 'email', address: 'anna@example.org' })).body
  const heard = () => anna.post(`/notification/${id}/heard`)
  await change(id, { status: 'pending' })
  expect(await heard()).toMatchObject({ status: 409, body: { code: 'notification_unconfirmed' } })
  await change(id, { status: 'active' })
  expect(await heard()).toMatchObject({ status: 409, body: { code: 'notification_untested' } })
  await anna.post(`/notification/${id}/test`)
  await expectArrival(false)
  expect(await heard()).toMatchObject({
    status: 200,
    body: { id, message: 'Noted: alarms reach you there.', heardAt: expect.any(String) },
  })
  await expectArrival(true)
  await change(id, { status: 'ended' })
  expect(await heard()).toMatchObject({ status: 409, body: { code: 'notification_untested' } })
  const ben = await station.app.signIn('ben@example.org')
  expect(await ben.post(`/notification/${id}/heard`)).toMatchObject({
    status: 404,
    body: { code: 'notification_not_found' },
  })
})

test.each([
  ['has ended', { status: 'ended' }, false],
  ['shows nothing any more', { never_shown_since: 1 }, false],
  ['waits for its code again', { status: 'pending' }, false],
  ['fails for the moment', { status: 'failing' }, true],
])('a channel that was heard once and %s', async (_, changes, expected) => {
  const id = await addPhone()
  await show(id)
  await change(id, changes)
  await expectArrival(expected)
})

test('one heard channel is enough, until it is removed', async () => {
  const [first, second] = [await addPhone(), await addPhone()]
  await show(second)
  await anna.post(`/notification/${first}/remove`)
  await expectArrival(true)
  await anna.post(`/notification/${second}/remove`)
  await expectArrival(false)
})

test('a browser whose channel ended and is turned on again must be heard again; one that renewed its address need not be', async () => {
  const before = station.service.subscribe()
  const add = (subscription: object, more = {}) =>
    anna.post('/notification', { type: 'push', address: JSON.stringify(subscription), ...more })
  const { id } = (await add(before)).body
  await show(id)
  const after = station.service.subscribe()
  expect((await add(after, { replaces: before.endpoint })).body.id).toBe(id)
  await expectArrival(true)
  await change(id, { status: 'ended' })
  expect((await add(after)).status).toBe(201)
  await expectArrival(false)
  await show(id)
  await expectArrival(true)
  await change(id, { status: 'ended' })
  expect((await add(station.service.subscribe(), { replaces: after.endpoint })).body.id).toBe(id)
  await expectArrival(false)
})

async function watch(client: Client): Promise<{ id: number; message: string }> {
  const { id } = await station.app.claim(anna)
  const { watchCode } = (await anna.post(`/controller/${id}/watchCode`, {})).body
  return { id, message: (await client.post('/controller/watches', { code: watchCode })).body.message }
}
const choices = async (client: Client) =>
  (await client.get('/notification')).body.map(({ controllerIds }: { controllerIds: number[] }) => controllerIds)

test.each(['before', 'after'])('who owns nothing and watches is rung, with a channel added %s that', async (when) => {
  const ben = await station.app.signIn('ben@example.org')
  const add = async () => show(await addPhone(ben), ben)
  if (when === 'before') await add()
  const { id, message } = await watch(ben)
  expect(message).toBe('You watch this transmitter now.')
  if (when === 'after') await add()
  expect(await choices(ben)).toEqual([[id]])
  await expectArrival(true, ben)
})

test('a user who removed what they watch from their channel is not told that its alarms arrive', async () => {
  const ben = await station.app.signIn('ben@example.org')
  const phone = await addPhone(ben)
  await show(phone, ben)
  const first = await watch(ben)
  await ben.post(`/notification/${phone}`, { everyOwn: true, controllerIds: [] })
  expect(await choices(ben)).toEqual([[]])
  await expectArrival(false, ben)
  const second = await watch(ben)
  expect(await choices(ben)).toEqual([[second.id]])
  expect(first.id).not.toBe(second.id)
  await expectArrival(true, ben)
})

test('a user with transmitters of their own must choose what they watch by name, and is told so', async () => {
  const ben = await station.app.signIn('ben@example.org')
  await station.app.claim(ben)
  await addPhone(ben)
  const { message } = await watch(ben)
  expect(message).toContain('choose it at a channel')
  expect(await choices(ben)).toEqual([[]])
})
