import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DeliveryStation, openDeliveryStation } from '../../../tests/support/delivery-station.ts'
import type { Client } from '../../../tests/support/test-app.ts'
import { createSeasonTelling } from './tell-season.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let station: DeliveryStation
let anna: Client
let place: Awaited<ReturnType<DeliveryStation['app']['claim']>>
let channelId: number

beforeEach(async () => {
  station = await openDeliveryStation()
  anna = await station.app.signIn('anna@example.org')
  place = await station.app.claim(anna)
  await anna.post(`/controller/${place.id}`, { name: 'Orchard' })
  channelId = (await station.addPush(anna)).body.id
})
afterEach(() => station.close())

const tell = () => createSeasonTelling({ ...station.app.deps, wakeDeliveries: () => undefined })()
const told = () =>
  station.app.db
    .selectFrom('delivery')
    .select(['notification_id', 'state', 'last_error'])
    .where('stage', '=', 'season')
    .execute()

/** Hourly readings of each channel in the last days, by days before now. */
async function send(kgOf: Record<number, (daysAgo: number) => number>, { days = 30, until = 0 } = {}) {
  const now = station.app.clock.now()
  const readings = []
  for (let time = now - days * DAY_MS; time <= now - until * DAY_MS; time += HOUR_MS) {
    for (const [channel, kgAt] of Object.entries(kgOf)) {
      const weight = Math.round(kgAt((now - time) / DAY_MS) * 1000) / 1000
      readings.push({ time: new Date(time).toISOString(), channel: Number(channel), weight })
    }
  }
  const { imei, imsi, deviceKey } = place
  const sent = await station.app.nobody.post(
    '/ingest',
    { imei, imsi, readings },
    { authorization: `Bearer ${deviceKey}` },
  )
  expect(sent).toMatchObject({ status: 200, body: { rejected: [] } })
  await station.app.deps.ingest.settled()
}
const flow = (daysAgo: number) => 40 + 1.5 * Math.max(0, 4 - daysAgo)
const eight = [1, 2, 3, 4, 5, 6, 7, 8]
const all = (kgAt: (daysAgo: number) => number) => Object.fromEntries(eight.map((channel) => [channel, kgAt]))
const addHives = async () => {
  for (const channel of eight) await station.app.addScale(anna, place.id, channel, { name: `Volk ${channel}` })
}

describe('news of a season', () => {
  test('of all hives of a place are one message, without a sound, and only once', async () => {
    await addHives()
    await send(all(flow))
    await tell()
    expect(await told()).toMatchObject([{ notification_id: channelId, state: 'due' }])
    await station.deliver()
    const message = station.service.received[0]!.message
    expect(message).toMatchObject({
      notification: { title: 'Flow began at Orchard', silent: true, navigate: expect.stringMatching(/\/dashboard$/) },
    })
    expect(message.notification.body).toMatch(
      /^Flow began on 6 May, \+1\.3\skg a day: put a super on (now|within \d days?)\. \(Volk 1, Volk 2, Volk 3 and 5 more\)$/,
    )
    for (let day = 0; day < 6; day++) {
      await tell()
      station.app.clock.advance(DAY_MS)
      await send(
        all((daysAgo) => flow(daysAgo) + 1.5 * (day + 1)),
        { days: 1 },
      )
    }
    expect(await told()).toHaveLength(1)
  })

  test('are told once by two servers that look at the same moment', async () => {
    await addHives()
    await send(all(flow))
    await Promise.all([tell(), tell(), tell()])
    expect(await told()).toHaveLength(1)
  })

  test('are noted with the message: what crashed before it is told later', async () => {
    await addHives()
    await send(all(flow))
    await station.app.db.schema.alterTable('season_notice').renameTo('gone').execute()
    await tell().catch(() => undefined)
    await station.app.db.schema.alterTable('gone').renameTo('season_notice').execute()
    expect(await told()).toEqual([])
    station.app.clock.advance(2 * HOUR_MS)
    await tell()
    expect(await told()).toHaveLength(1)
  })

  test.each([
    ['at night', 12 * HOUR_MS, 0],
    ['in the morning after', 22 * HOUR_MS, 1],
  ])('%s', async (_, later, count) => {
    await addHives()
    await send(all(flow))
    station.app.clock.advance(later)
    await tell()
    expect(await told()).toHaveLength(count)
  })

  test('of readings a year late there are none', async () => {
    await addHives()
    await send(
      all((daysAgo) => 40 + 1.5 * Math.max(0, 364 - daysAgo)),
      { days: 380, until: 360 },
    )
    await tell()
    expect(await told()).toEqual([])
  })

  test('a flow that is over tells of the harvest, and not of its end beside it', async () => {
    await addHives()
    await send({ 1: (daysAgo) => 40 + 2 * Math.min(6, Math.max(0, 12 - daysAgo)) })
    await tell()
    await station.deliver()
    const { notification } = station.service.received[0]!.message
    expect(notification).toMatchObject({ title: 'Harvest at Orchard' })
    expect(notification.body.split('\n')).toHaveLength(1)
  })

  test('go where they were chosen: by mail none unless somebody wants them there', async () => {
    await addHives()
    const mail = (await anna.post('/notification', { type: 'email', address: 'anna@example.org' })).body
    expect(mail.seasonKinds).toEqual([])
    expect((await anna.get('/notification')).body[0]).toMatchObject({
      seasonKinds: ['flowBegun', 'flowEnded', 'feed', 'harvest'],
    })
    await anna.post(`/notification/${channelId}`, { seasonKinds: ['feed'] })
    await anna.post(`/notification/${mail.id}`, { seasonKinds: ['flowBegun'] })
    await send(all(flow))
    await tell()
    expect(await told()).toMatchObject([{ notification_id: mail.id }])
    await station.deliver()
    expect(station.mailServer.received[0]!.raw).toContain('Flow began at Orchard')
  })

  test('what was chosen no longer when it is to be sent is not sent', async () => {
    await addHives()
    await send(all(flow))
    await tell()
    await anna.post(`/notification/${channelId}`, { seasonKinds: [] })
    await station.deliver()
    expect(await told()).toMatchObject([{ state: 'expired', last_error: 'no longer chosen' }])
  })

  test('feed that is due is told', async () => {
    const id = await station.app.addScale(anna, place.id, 1, { name: 'Linde' })
    await anna.post(`/scale/${id}`, { emptyWeight: 19.5 })
    await send({ 1: (daysAgo) => 20 + 0.1 * daysAgo })
    await tell()
    await station.deliver()
    const { notification } = station.service.received[0]!.message
    expect(notification.title).toBe('Feed is due at Orchard')
    expect(notification.body).toMatch(/^Feed is due: 0\.5\skg of stores left, enough until \d+ May\. \(Linde\)$/)
  })
})
