import { afterEach, beforeEach, expect, test } from 'vitest'
import { type DeliveryStation, openDeliveryStation } from '../../../../tests/support/samples/delivery-station.ts'
import { createTransmitterWatch } from './watch-transmitters.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let station: DeliveryStation
let watch: () => Promise<void>
/** Wald, Wiese and Bach of Anna; Ben watches Wald. */
let ids: number[]

beforeEach(async () => {
  station = await openDeliveryStation()
  const { app } = station
  const anna = await app.signIn('anna@example.org')
  await station.addPush(anna)
  await anna.post('/notification', { type: 'email', address: 'anna@example.org' })
  await station.addNumber(anna)
  const wald = (await app.claim(anna, 'Wald')).id
  ids = [wald, (await app.claim(anna, 'Wiese')).id, (await app.claim(anna, 'Bach')).id]
  const ben = await app.signIn('ben@example.org')
  const { body } = await anna.post(`/controller/${wald}/watchCode`, { action: 'renew' })
  await ben.post('/controller/watches', { code: body.watchCode })
  await ben.post('/notification', { type: 'email', address: 'ben@example.org' })
  watch = createTransmitterWatch(app.deps)
})

afterEach(() => station.close())

const hear = (id: number, at = station.app.clock.now()) =>
  station.app.db.updateTable('controller').set({ last_seen_at: at }).where('id', '=', id).execute()

/** Looks every five minutes, as the server does, and sends what is due. */
async function pass(ms: number) {
  for (let passed = 0; passed < ms; passed += 5 * MINUTE) {
    station.app.clock.advance(5 * MINUTE)
    await watch()
    await station.deliver()
  }
}

const texts = () => station.smsService.texts().map(({ text }) => text.replace(/, \w{3}.*/, ''))
const mailsTo = (name: string) =>
  station.mailServer.received
    .filter(({ to }) => to.includes(`${name}@example.org`))
    .map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1])
const loudness = () => station.service.received.map(({ message }) => (message.notification.silent ? 'silent' : 'loud'))
const openAlarms = () =>
  station.app.db.selectFrom('alarm').select('controller_id').where('status', '=', 'open').orderBy('id').execute()

/** Bach, Wiese and Wald are heard 20 minutes apart, and then no longer. */
async function fallSilent() {
  for (const id of ids.toReversed()) {
    await pass(20 * MINUTE)
    await hear(id)
  }
}

test('transmitters of one person that fall silent together ring once, and whoever watches one hears of that one', async () => {
  await fallSilent()
  await pass(3 * HOUR + 5 * MINUTE)
  expect(await openAlarms()).toHaveLength(3)
  expect(texts()).toEqual(['Bach and 2 other transmitters no longer send'])
  expect(mailsTo('anna')).toEqual(['Bach and 2 other transmitters no longer send'])
  expect(station.mailServer.received[0]!.raw).toContain('Also without data: Wald, Wiese.')
  expect(mailsTo('ben')).toEqual(['Wald no longer sends'])
  expect(loudness()).toEqual(['loud', 'silent', 'silent'])
})

test('one that was named rings by itself if it stays silent after the other was heard again', async () => {
  await fallSilent()
  await pass(2 * HOUR + 30 * MINUTE)
  await hear(ids[2]!)
  await pass(HOUR)
  expect(texts()).toEqual([
    'Bach and 2 other transmitters no longer send',
    'Wiese and one other transmitter no longer send',
  ])
  await hear(ids[0]!)
  await hear(ids[1]!)
  await pass(5 * MINUTE)
  await hear(ids[2]!)
  await pass(2 * HOUR)
  await hear(ids[0]!)
  await hear(ids[1]!)
  await pass(2 * HOUR)
  expect(texts().slice(2)).toEqual(['Bach no longer sends'])
})

test('a message that is not sent, since its transmitter is back by then, silences no other', async () => {
  await fallSilent()
  station.smsService.answerNext({ status: 503 })
  await pass(2 * HOUR + 25 * MINUTE)
  expect(await openAlarms()).toHaveLength(1)
  await hear(ids[2]!)
  await pass(40 * MINUTE)
  expect(texts()).toEqual([
    'Bach and 2 other transmitters no longer send',
    'Wiese and one other transmitter no longer send',
  ])
})
