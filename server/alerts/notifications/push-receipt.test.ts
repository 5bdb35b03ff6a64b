import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DeliveryStation, openDeliveryStation } from '../../../tests/support/samples/delivery-station.ts'
import type { Client } from '../../../tests/support/server/test-app.ts'
import { deliveryOfReceipt, receiptOf } from './push-receipt.ts'

const HOUR_MS = 3_600_000

let station: DeliveryStation
let anna: Client
let phone: number
let receipts: (string | undefined)[]

beforeEach(async () => {
  station = await openDeliveryStation()
  anna = await station.app.signIn('anna@example.org')
})
afterEach(() => station.close())

/** Adds a device of Anna's; `says`: whether its worker reports what it showed, or is of an earlier version. */
async function addPhone(says: boolean): Promise<void> {
  const address = JSON.stringify(station.service.subscribe())
  const { body } = await anna.post('/notification', { type: 'push', address, ...(says && { receipts: true }) })
  phone = body.id
}

/** Sends a test to the phone, so many hours after the previous one; returns the receipt that came with it. */
async function push(afterHours: number): Promise<string> {
  station.app.clock.advance(afterHours * HOUR_MS)
  const created_at = station.app.clock.now()
  await station.app.db
    .insertInto('delivery')
    .values({ notification_id: phone, alarm_id: null, stage: 'test', state: 'due', due_at: 0, created_at })
    .execute()
  await station.deliver()
  receipts = station.service.received.map(({ message }) => message.receipt)
  return receipts.at(-1) ?? ''
}

const show = (receipt: string, more: object = {}) => station.app.nobody.post('/push/shown', { receipt, ...more })
const neverShownSince = async () => {
  const { body } = await anna.get('/notification')
  return body.find(({ id }: { id: number }) => id === phone).neverShownSince as string | null
}
const told = async () => (await station.deliveries()).filter(({ stage }) => stage === 'unshown').length

test('a push carries its own receipt, and asks for our worker where the browser could show it by itself', async () => {
  await addPhone(true)
  await push(1)
  await push(1)
  expect(station.service.faults).toEqual([])
  expect(new Set(receipts).size).toBe(2)
  expect(station.service.received[0]!.message.mutable).toBe(true)
})

test('a receipt is accepted without a session, any number of times, but no other is', async () => {
  await addPhone(true)
  const receipt = await push(1)
  expect(await show(receipt)).toMatchObject({ status: 200, body: { shown: true } })
  expect(await show(receipt, { fault: 'TypeError: URL.parse is not a function' })).toMatchObject({ status: 200 })
  const { shown_at } = await station.app.db.selectFrom('delivery').select('shown_at').executeTakeFirstOrThrow()
  expect(shown_at).toBe(station.app.clock.now())
  const [id, mac = ''] = receipt.split('.')
  const forged = [`${Number(id) + 1}.${mac}`, `${id}.${'0'.repeat(32)}`, `${id}.`, 'x', '', `${id}.${mac}0`]
  for (const wrong of forged) expect((await show(wrong)).status, wrong).toBe(404)
  expect((await show('1'.repeat(200))).status).toBe(400)
})

test('a receipt is valid only for its delivery', () => {
  const { secrets } = station.app.deps
  expect(deliveryOfReceipt(secrets, receiptOf(secrets, 7))).toBe(7)
  expect(receiptOf(secrets, 7)).not.toContain(receiptOf(secrets, 8).split('.')[1])
})

test('the owner is told of a device that shows nothing for a day, once, until it shows something', async () => {
  await anna.post('/notification', { type: 'email', address: 'anna@example.org' })
  await addPhone(true)
  await push(1)
  await push(1)
  await push(1)
  expect(await neverShownSince()).toBeNull()
  const since = new Date(station.app.clock.now() - 2 * HOUR_MS).toISOString()
  await push(23)
  expect(await neverShownSince()).toBe(since)
  expect(await told()).toBe(1)
  await station.deliver()
  expect(station.mailServer.received.at(-1)).toMatchObject({ to: ['anna@example.org'] })

  const receipt = await push(5)
  expect(await told()).toBe(1)
  await show(receipt)
  expect(await neverShownSince()).toBeNull()

  for (const hours of [1, 20, 20]) await push(hours)
  expect(await neverShownSince()).not.toBeNull()
  expect(await told()).toBe(2)
})

test('two pushes over days mean nothing, nor does a device whose worker is too old to report what it showed', async () => {
  await addPhone(true)
  await push(1)
  await push(100)
  expect(await neverShownSince()).toBeNull()

  await addPhone(false)
  for (const hours of [1, 20, 20, 20]) await push(hours)
  expect(await neverShownSince()).toBeNull()
})

test('a device that shows an alarm but nothing of it when it comes again is noticed', async () => {
  await addPhone(true)
  const { id: controllerId } = await station.app.claim(anna)
  const hives = [1, 2, 3].map(async (channel) => ({
    controllerId,
    scaleId: await station.app.addScale(anna, controllerId, channel),
  }))
  const alarms: number[] = []
  for (const hive of hives) alarms.push(await station.ring(await hive))
  await station.deliver()
  for (const { message } of station.service.received) await show(message.receipt ?? '')
  expect((await station.channel(phone)).unshown_count).toBe(0)
  for (const alarm of alarms) await station.follow(alarm, 'withdrawn')
  await station.app.db.updateTable('delivery').set({ state: 'expired' }).where('state', '=', 'due').execute()
  for (const alarm of alarms) await station.follow(alarm, 'provisional')
  const due = station.app.db.selectFrom('delivery').select(['sent_at', 'shown_at']).where('state', '=', 'due')
  expect(await due.execute()).toEqual(alarms.map(() => ({ sent_at: null, shown_at: null })))
  await station.deliver()
  expect((await station.channel(phone)).unshown_count).toBe(alarms.length)
})

test('a receipt that comes before the answer of the push service counts', async () => {
  await addPhone(true)
  const { push: sender } = station
  const loop = station.createLoop({
    push: {
      ...sender,
      async send(subscription, payload, options) {
        const outcome = await sender.send(subscription, payload, options)
        await show(JSON.parse(payload).receipt)
        return outcome
      },
    },
  })
  for (let i = 0; i < 4; i++) {
    station.app.clock.advance(20 * HOUR_MS)
    await station.app.db
      .insertInto('delivery')
      .values({
        notification_id: phone,
        alarm_id: null,
        stage: 'test',
        state: 'due',
        due_at: 0,
        created_at: station.app.clock.now(),
      })
      .execute()
    await station.deliver(loop)
  }
  await loop.stop()
  expect(station.service.received).toHaveLength(4)
  expect((await station.channel(phone)).unshown_count).toBe(0)
})
