import { afterEach, beforeEach, expect, it, test } from 'vitest'
import {
  type DeliveryStation,
  type Hive,
  openDeliveryStation,
} from '../../../tests/support/samples/delivery-station.ts'
import { partsOf } from '../../platform/db/parts-of.ts'
import { createReminding } from './remind.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let station: DeliveryStation
let hive: Hive
let alarm: number
let remind: () => Promise<void>

beforeEach(async () => {
  station = await openDeliveryStation()
  hive = await station.annaWithHive()
  alarm = await station.ring(hive, { status: 'confirmed' })
  await station.deliver()
  station.service.received.length = 0
  await hive.anna.post(`/alarm/${alarm}`, { verdict: 'confirmed' })
  remind = createReminding(station.app.deps)
})

afterEach(() => station.close())

/** Moves the clock to a morning, so many days after the day the swarm left, 10 May at 9:50 UTC. */
async function onDay(days: number, hours = 7): Promise<void> {
  const at = Date.parse('2026-05-10T00:00:00Z') + days * DAY_MS + hours * HOUR_MS
  station.app.clock.advance(at - station.app.clock.now())
  await remind()
  await station.deliver()
}

const pushed = () =>
  station.service.received.map(({ urgency, message: { notification } }) => ({
    urgency,
    title: notification.title,
    body: notification.body,
    silent: notification.silent ?? false,
  }))
const settle = (kind: string, body: object) =>
  hive.anna.post(`/alarm/${alarm}/followUp/${kind}`, {
    ...{ status: 'open', putOffUntil: null, at: new Date(station.app.clock.now()).toISOString() },
    ...body,
  })
const caught = (hiveName: string) =>
  hive.anna.post(`/alarm/${alarm}/course`, { outcome: 'caught', spot: '', position: null, hiveScaleId: null, hiveName })

it('tells the owner once, on its day, quietly and in their language, what is to be done by when', async () => {
  await hive.anna.post('/notification', { type: 'email', address: 'anna@example.org' })
  station.mailServer.received.length = 0
  await onDay(8, 6.9)
  expect(pushed()).toEqual([])
  await onDay(8)
  const name = (await hive.anna.get(`/controller/${hive.controllerId}`)).body.name
  const body = `Weiselzellen suchen: Ein Nachschwarm kann abgehen, bis 24. Mai.\n${name}`
  expect(pushed()).toEqual([{ urgency: 'normal', title: 'Volk 3: zu tun nach dem Schwarm', body, silent: true }])
  const { tag, navigate, data } = station.service.received[0]!.message.notification
  expect(tag).toBe(`after-${alarm}`)
  expect(navigate).toContain(`/scaleoverview/${hive.controllerId}/${hive.scaleId}?alarm=${alarm}`)
  expect(data).toMatchObject({ alarmId: null, mayVisit: true })
  expect(station.mailServer.received).toHaveLength(1)
  for (const day of [8, 9, 12]) await onDay(day, 8)
  // a server that was killed and restarted knows what it told
  remind = createReminding(station.app.deps)
  await onDay(13)
  expect(pushed()).toHaveLength(1)
  await onDay(21)
  expect(pushed()[1]?.body.split('\n')).toEqual([
    'Gegen Varroa behandeln, solange keine Brut da ist, bis 4. Juni.',
    'Nach einer legenden Königin sehen, bis 14. Juni.',
    name,
  ])
})

it('names the hive that the swarm went into', async () => {
  await caught('Kasten 7')
  await onDay(2)
  expect(pushed()[0]?.body.split('\n')[0]).toBe(
    'Kasten 7: Schwarm gegen Varroa behandeln, bevor Brut verdeckelt ist, bis 18. Mai.',
  )
})

it('tells nothing of what was ticked off or silenced, nor of what was put off until that day comes', async () => {
  await settle('afterSwarm', { putOffUntil: '2026-05-19T06:00:00Z' })
  await onDay(8)
  expect(pushed()).toEqual([])
  await onDay(9)
  await onDay(9, 8)
  expect(pushed()).toHaveLength(1)
  await settle('varroaMother', { status: 'done' })
  await settle('queenLaying', { status: 'silenced' })
  await onDay(21)
  expect(pushed()).toHaveLength(1)
  await settle('queenLaying', {})
  await onDay(21, 9)
  expect(pushed()).toHaveLength(2)
})

it('does not repeat to a user what only another of their channels still waits for', async () => {
  const { body: mail } = await hive.anna.post('/notification', { type: 'email', address: 'anna@example.org' })
  await hive.anna.post(`/notification/${mail.id}`, { quietFrom: '06:00', quietTo: '09:00', timeZone: 'UTC' })
  station.mailServer.received.length = 0
  await onDay(8)
  await settle('varroaMother', { putOffUntil: new Date(station.app.clock.now() + HOUR_MS).toISOString() })
  await onDay(8, 8.5)
  expect(pushed().map(({ body }) => body.split('\n')[0])).toEqual([
    expect.stringContaining('Nachschwarm'),
    expect.stringContaining('Varroa'),
  ])
  await onDay(8, 10)
  const words = station.mailServer.received.map(({ raw }) => raw)
  expect(words).toHaveLength(1)
  for (const word of ['Nachschwarm', 'Varroa']) expect(words[0]).toContain(word)
})

it('loses nothing that becomes due while another reminder of the same swarm is being sent', async () => {
  const soon = () => new Date(station.app.clock.now() + 60_000).toISOString()
  const { push } = station
  const slow = station.createLoop({
    push: {
      ...push,
      async send(...sending) {
        const sent = await push.send(...sending)
        if (pushed().length > 1) return sent
        await settle('varroaMother', { putOffUntil: soon() })
        station.app.clock.advance(60_000)
        await remind()
        return sent
      },
    },
  })
  station.app.clock.advance(Date.parse('2026-05-18T07:00:00Z') - station.app.clock.now())
  await remind()
  await station.deliver(slow)
  await slow.stop()
  expect(pushed()).toHaveLength(2)
  expect(pushed()[1]!.body).toContain('Varroa')
})

it('is not sent if it was done or withdrawn between planning and sending', async () => {
  const plan = async (days: number) => {
    const at = Date.parse('2026-05-10T07:00:00Z') + days * DAY_MS
    station.app.clock.advance(at - station.app.clock.now())
    await remind()
  }
  await plan(8)
  await settle('afterSwarm', { status: 'done' })
  await station.deliver()
  expect((await station.deliveries()).at(-1)).toMatchObject({
    stage: 'reminded',
    last_error: 'done before it was sent',
  })
  await plan(21)
  await hive.anna.post(`/alarm/${alarm}`, { verdict: 'false' })
  await station.deliver()
  expect((await station.deliveries()).at(-1)).toMatchObject({ stage: 'reminded', last_error: 'no longer a swarm' })
  expect(pushed()).toEqual([])
})

it('tells only what is left if one of two was done meanwhile', async () => {
  station.app.clock.advance(21 * DAY_MS)
  await remind()
  await settle('varroaMother', { status: 'done' })
  await station.deliver()
  expect(pushed()[0]?.body.split('\n')[0]).toBe('Nach einer legenden Königin sehen, bis 14. Juni.')
})

it('respects quiet hours, even where swarms ring in them, and mutes', async () => {
  await hive.anna.post('/notification', { type: 'email', address: 'anna@example.org' })
  const [, mail] = (await hive.anna.get('/notification')).body
  const quiet = { quietFrom: '07:00', quietTo: '12:00', timeZone: 'Europe/Zurich', ringsAlways: ['swarm'] }
  await hive.anna.post(`/notification/${mail.id}`, quiet)
  station.mailServer.received.length = 0
  await onDay(8)
  expect(station.mailServer.received).toHaveLength(0)
  await onDay(8, 10)
  expect(station.mailServer.received).toHaveLength(1)
  const mute = { notificationType: 'swarm', enddate: null }
  await hive.anna.post(`/notification/mute?idcontroller=${hive.controllerId}`, mute)
  await onDay(21)
  expect(pushed()).toHaveLength(1)
})

it('costs a notification only if an SMS is sent', async () => {
  const before = await station.remaining()
  await onDay(8)
  expect(await station.remaining()).toBe(before)
  await station.addNumber(hive.anna)
  await onDay(21)
  expect(await station.remaining()).toBe(before - 1)
  expect(station.smsService.texts().at(-1)?.text).toBe(
    'Volk 3: zu tun nach dem Schwarm: Gegen Varroa behandeln, solange keine Brut da ist, bis 4. Juni. Nach einer legenden Königin sehen, bis 14. Juni.',
  )
})

it('is not sent to watchers, nor to former owners of the transmitter', async () => {
  const ben = await station.app.signIn('ben@example.org')
  const { body } = await hive.anna.post(`/controller/${hive.controllerId}/watchCode`, {})
  await ben.post('/controller/watches', { code: body.watchCode })
  const { body: channel } = await station.addPush(ben)
  await ben.post(`/notification/${channel.id}`, { controllerIds: [hive.controllerId] })
  await onDay(8)
  expect(pushed()).toHaveLength(1)
})

test.each([
  ['a server that was off for a day tells it when it is there again', 35, 1],
  ['after a longer time it is only shown', 40, 0],
  ['a year later nobody is told of anything', 24 * 365, 0],
])('%s', async (_, hours, told) => {
  await onDay(8, 7 + hours)
  expect(pushed()).toHaveLength(told)
})

it('waits while the clock is in doubt', async () => {
  remind = createReminding({ ...station.app.deps, clock: { ...station.app.clock, isTrusted: () => false } })
  await onDay(8)
  expect(pushed()).toEqual([])
})

test('however many swarms there are, each owner is told', async () => {
  const { db } = station.app
  const { id: _, ...one } = await db.selectFrom('alarm').selectAll().where('id', '=', alarm).executeTakeFirstOrThrow()
  const { id: __, ...scale } = await db
    .selectFrom('scale')
    .selectAll()
    .where('id', '=', hive.scaleId)
    .executeTakeFirstOrThrow()
  const ben = await station.app.signIn('ben@example.org')
  const { id: controller_id } = await station.app.claim(ben)
  for (const part of partsOf(Array.from({ length: 66_000 }).keys().toArray(), 500)) {
    const scales = part.map((at) => ({ ...scale, controller_id, channel: at + 1 }))
    const added = await db.insertInto('scale').values(scales).returning('id').execute()
    // nothing is to be done for these yet
    const started_at = one.started_at + (7 * DAY_MS) / 1000
    const swarms = added.map(({ id }) => ({ ...one, controller_id, scale_id: id, started_at }))
    await db.insertInto('alarm').values(swarms).execute()
  }
  await onDay(8)
  expect(pushed()).toMatchObject([{ title: 'Volk 3: zu tun nach dem Schwarm' }])
})
