import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type DeliveryStation,
  type Hive,
  openDeliveryStation,
} from '../../../../tests/support/samples/delivery-station.ts'

let station: DeliveryStation
let hive: Hive

beforeEach(async () => {
  station = await openDeliveryStation()
  hive = await station.annaWithHive()
})

afterEach(() => station.close())

const edit = (body: object, id = hive.channelId) => hive.anna.post(`/notification/${id}`, body)
const told = () => station.service.received.map(({ message }) => message.notification.data.type)

async function secondHive(): Promise<Hive> {
  const { id: controllerId } = await station.app.claim(hive.anna, 'Seeufer')
  return { ...hive, controllerId, scaleId: await station.app.addScale(hive.anna, controllerId) }
}

test('a channel rings only for its chosen alarm types', async () => {
  const { body } = await edit({ alarmTypes: ['swarm', 'battery', 'swarm'] })
  expect(body).toMatchObject({ message: 'Saved successfully.', alarmTypes: ['swarm', 'battery'] })
  await station.ring(hive)
  await station.ring(hive, { type: 'activity', status: 'open' })
  await station.deliver()
  expect(told()).toEqual(['swarm'])
  await edit({ alarmTypes: null })
  await station.ring(hive, { type: 'activity', status: 'open', startedAt: 1 })
  await station.deliver()
  expect(told()).toEqual(['swarm', 'activity'])
})

test('it rings for its chosen transmitters; "every own" includes future ones', async () => {
  const other = await secondHive()
  expect((await edit({ controllerIds: [other.controllerId] })).body).toMatchObject({
    everyOwn: false,
    controllerIds: [other.controllerId],
  })
  await station.ring(hive)
  await station.ring(other)
  await station.deliver()
  expect(station.service.received.map(({ topic }) => topic)).toEqual([`s${other.scaleId}-swarm`])
  expect((await edit({ controllerIds: null })).body).toMatchObject({ everyOwn: true, controllerIds: [] })
  await station.ring(await secondHive())
  await station.deliver()
  expect(station.service.received).toHaveLength(2)
})

test('a waiting message that is no longer chosen is not sent', async () => {
  await station.ring(hive)
  await station.ring(hive, { type: 'battery', status: 'open' })
  await edit({ alarmTypes: ['battery'] })
  await station.deliver()
  expect(told()).toEqual(['battery'])
  const other = await secondHive()
  await edit({ alarmTypes: null, controllerIds: [hive.controllerId, other.controllerId] })
  await station.ring(hive, { startedAt: 1 })
  await edit({ controllerIds: [other.controllerId] })
  await station.deliver()
  expect(await station.deliveries()).toMatchObject([
    { state: 'expired', last_error: 'no longer chosen' },
    { state: 'sent' },
    { state: 'expired', last_error: 'no longer chosen' },
  ])
})

test('a user who stops watching gets nothing more, and the choice is no longer shown', async () => {
  const ben = await station.app.signIn('ben@example.org')
  const watch = { account_id: ben.accountId, controller_id: hive.controllerId, created_at: 0 }
  await station.app.db.insertInto('watch').values(watch).execute()
  const { body } = await station.addPush(ben)
  const chosen = { everyOwn: true, controllerIds: [hive.controllerId] }
  expect((await ben.post(`/notification/${body.id}`, chosen)).body).toMatchObject(chosen)
  await station.ring(hive)
  await station.app.db.deleteFrom('watch').execute()
  await station.ring(hive, { type: 'battery', status: 'open' })
  await station.deliver()
  expect(station.service.received.map(({ subscriber }) => subscriber)).toEqual([0, 0])
  expect((await ben.get('/notification')).body).toMatchObject([{ everyOwn: true, controllerIds: [] }])
})

test('a channel whose only transmitter is gone keeps its choice when it is renamed', async () => {
  const ben = await station.app.signIn('ben@example.org')
  const watch = { account_id: ben.accountId, controller_id: hive.controllerId, created_at: 0 }
  await station.app.db.insertInto('watch').values(watch).execute()
  const { body } = await station.addPush(ben)
  await ben.post(`/notification/${body.id}`, { controllerIds: [hive.controllerId] })
  await station.app.db.deleteFrom('watch').execute()
  const chosen = { everyOwn: false, controllerIds: [] }
  expect(await ben.post(`/notification/${body.id}`, { name: 'Phone' })).toMatchObject({
    status: 200,
    body: { name: 'Phone', ...chosen },
  })
  expect(await ben.post(`/notification/${body.id}`, chosen)).toMatchObject({
    status: 400,
    body: { code: 'no_controller_chosen' },
  })
})

describe('invalid edits are refused', () => {
  test.each([
    [{}, 'no_changes'],
    [{ alarmTypes: [] }, 'notification_type_missing'],
    [{ alarmTypes: ['rain'] }, 'invalid_body'],
    [{ controllerIds: [] }, 'no_controller_chosen'],
    [{ everyOwn: false }, 'no_controller_chosen'],
    [{ quietFrom: '22:00' }, 'invalid_body'],
    [{ quietFrom: '22:00', quietTo: null }, 'invalid_body'],
    [{ quietFrom: '22:00', quietTo: '22:00' }, 'invalid_body'],
    [{ quietFrom: '22:00', quietTo: '24:00' }, 'invalid_body'],
    [{ timeZone: 'Europe/Nowhere' }, 'invalid_body'],
    [{ name: 'x'.repeat(61) }, 'invalid_body'],
  ])('%j', async (body, code) => {
    const { body: before } = await hive.anna.get('/notification')
    expect(await edit(body)).toMatchObject({ status: 400, body: { code } })
    expect((await hive.anna.get('/notification')).body).toEqual(before)
  })

  test("somebody else's channel and transmitter do not exist", async () => {
    const eve = await station.app.signIn('eve@example.org')
    const { id } = await station.app.claim(eve)
    expect(await edit({ controllerIds: [id] })).toMatchObject({ status: 404, body: { code: 'controller_not_found' } })
    expect(await eve.post(`/notification/${hive.channelId}`, { name: 'x' })).toMatchObject({
      status: 404,
      body: { code: 'notification_not_found' },
    })
  })
})

test('a channel removed concurrently is either changed before that or no longer found', async () => {
  const choice = { everyOwn: false, controllerIds: [hive.controllerId] }
  const [edited, removed] = await Promise.all([edit(choice), hive.anna.post(`/notification/${hive.channelId}/remove`)])
  expect([200, 404]).toContain(edited.status)
  expect(removed.status).toBe(200)
})
