import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type DeliveryStation, openDeliveryStation } from '../../../tests/support/samples/delivery-station.ts'
import type { Client } from '../../../tests/support/server/test-app.ts'
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

/** Sends hourly readings of each channel over the last days; the functions take days before now. */
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
  test('of all hives of a place come in one message, silently, and only once', async () => {
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

  test('come to the channels of the owner, and of nobody else', async () => {
    const berta = await station.app.signIn('berta@example.org')
    await station.app.claim(berta)
    await station.addPush(berta)
    await addHives()
    await send(all(flow))
    await tell()
    expect(await told()).toMatchObject([{ notification_id: channelId }])
  })

  test('leave out the hives that are archived or empty, and thermometers', async () => {
    await addHives()
    await send(all(flow))
    const listed: { id: number; channel: number }[] = (await anna.get('/scale')).body
    const onChannel = (wanted: number) => listed.find(({ channel }) => channel === wanted)!.id
    await anna.post(`/controller/${place.id}/channel/1/archive`)
    await anna.post(`/scale/${onChannel(2)}`, { state: 'empty' })
    await anna.post(`/scale/${onChannel(3)}`, { type: 'thermometer' })
    await tell()
    await station.deliver()
    expect(station.service.received[0]!.message.notification.body).toMatch(/\(Volk 4, Volk 5, Volk 6 and 2 more\)$/)
  })

  test('are told once even if two servers check at the same moment', async () => {
    await addHives()
    await send(all(flow))
    await Promise.all([tell(), tell(), tell()])
    expect(await told()).toHaveLength(1)
  })

  test('are told again after a clock that was years ahead', async () => {
    await addHives()
    await send(all(flow))
    await tell()
    await station.app.db
      .updateTable('season_told')
      .set({ told_at: station.app.clock.now() + 900 * DAY_MS })
      .execute()
    station.app.clock.advance(DAY_MS)
    await tell()
    expect(await told()).toHaveLength(2)
  })

  test('are recorded together with the message: after a crash before that they are told later', async () => {
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

  test('are not made from readings a year late', async () => {
    await addHives()
    await send(
      all((daysAgo) => 40 + 1.5 * Math.max(0, 364 - daysAgo)),
      { days: 380, until: 360 },
    )
    await tell()
    expect(await told()).toEqual([])
  })

  test('of an ended flow tell of the harvest, not of the end as well', async () => {
    await addHives()
    await send({ 1: (daysAgo) => 40 + 2 * Math.min(6, Math.max(0, 12 - daysAgo)) })
    await tell()
    await station.deliver()
    const { notification } = station.service.received[0]!.message
    expect(notification).toMatchObject({ title: 'Harvest at Orchard' })
    expect(notification.body.split('\n')).toHaveLength(1)
  })

  test('go where they were chosen: by mail only if somebody wants them there', async () => {
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

  test('no longer chosen when they are to be sent are not sent', async () => {
    await addHives()
    await send(all(flow))
    await tell()
    await anna.post(`/notification/${channelId}`, { seasonKinds: [] })
    await station.deliver()
    expect(await told()).toMatchObject([{ state: 'expired', last_error: 'no longer chosen' }])
  })

  type Hint = {
    status?: 'open' | 'closed'
    state?: 'sent' | 'failed'
    hive?: string
    toOther?: boolean
    type?: 'winter'
  }
  test.each<[string, Hint | undefined, string[]]>([
    ['told where no hint did', undefined, ['Linde', 'Ulme']],
    ['left out where a hint told it', {}, ['Ulme']],
    ['told where that hint is over', { status: 'closed' }, ['Linde', 'Ulme']],
    ['told where that hint did not arrive', { state: 'failed' }, ['Linde', 'Ulme']],
    ['told where that hint went elsewhere', { toOther: true }, ['Linde', 'Ulme']],
    ['told where the hint is another', { type: 'winter' }, ['Linde', 'Ulme']],
    ['left out of the hive that the hint is about', { hive: 'Ulme' }, ['Linde']],
  ])('feed that is due is %s', async (_, hint, hives) => {
    const ids: Record<string, number> = {}
    for (const [index, name] of ['Linde', 'Ulme'].entries()) {
      ids[name] = await station.app.addScale(anna, place.id, index + 1, { name })
      await anna.post(`/scale/${ids[name]}`, { emptyWeight: 19.5 })
    }
    const shrinking = (daysAgo: number) => 20 + 0.1 * daysAgo
    await send({ 1: shrinking, 2: shrinking })
    await station.app.db.deleteFrom('delivery').execute()
    await station.app.db.deleteFrom('alarm').execute()
    if (hint) {
      const { status = 'open', state = 'sent', hive = 'Linde', toOther = false, type = 'stores' } = hint
      const percent = { own_confidence_percent: 80, own_why: '[]', confidence_percent: 80, why: '[]' }
      const times = { started_at: 1, detected_at: 1 }
      const { id: alarmId } = await station.app.db
        .insertInto('alarm')
        .values({ controller_id: place.id, scale_id: ids[hive]!, type, status, ...times, ...percent })
        .returning('id')
        .executeTakeFirstOrThrow()
      const other = toOther ? (await station.addPush(anna)).body.id : channelId
      if (toOther) await anna.post(`/notification/${other}`, { seasonKinds: [] })
      await station.app.db
        .insertInto('delivery')
        .values({ notification_id: other, alarm_id: alarmId, stage: 'told', state, due_at: 1, created_at: 1 })
        .execute()
    }
    await tell()
    await station.deliver()
    const bodies = station.service.received.map(({ message }) => message.notification.body)
    expect(bodies).toHaveLength(1)
    expect(['Linde', 'Ulme'].filter((name) => bodies[0]!.includes(name))).toEqual(hives)
  })

  test('that hints have told completely make no message, and each channel gets only its own', async () => {
    const ids = []
    for (const channel of [1, 2]) {
      const id = await station.app.addScale(anna, place.id, channel, { name: `Volk ${channel}` })
      await anna.post(`/scale/${id}`, { emptyWeight: 19.5 })
      ids.push(id)
    }
    const other = (await station.addPush(anna)).body.id
    await send({ 1: (daysAgo) => 20 + 0.1 * daysAgo, 2: (daysAgo) => 20 + 0.1 * daysAgo })
    await station.app.db.deleteFrom('alarm').execute()
    for (const [index, scaleId] of ids.entries()) {
      const percent = { own_confidence_percent: 80, own_why: '[]', confidence_percent: 80, why: '[]' }
      const alarm = { controller_id: place.id, scale_id: scaleId, type: 'stores', status: 'open' } as const
      const { id: alarmId } = await station.app.db
        .insertInto('alarm')
        .values({ ...alarm, started_at: 1, detected_at: 1, ...percent })
        .returning('id')
        .executeTakeFirstOrThrow()
      const sent = { alarm_id: alarmId, stage: 'told', state: 'sent', due_at: 1, created_at: 1 } as const
      const channels = index === 0 ? [channelId, other] : [channelId]
      for (const id of channels) {
        await station.app.db
          .insertInto('delivery')
          .values({ notification_id: id, ...sent })
          .execute()
      }
    }
    await tell()
    await station.deliver()
    expect(await told()).toMatchObject([{ notification_id: other, state: 'sent' }])
    expect(station.service.received[0]!.message.notification.body).toMatch(/\(Volk 2\)$/)
  })

  test('include feed that is due', async () => {
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
