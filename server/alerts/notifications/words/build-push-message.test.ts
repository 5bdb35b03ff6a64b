import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { alarmStatuses } from '#domain/alerts/alarm.ts'
import { alarmTypes } from '#domain/alerts/alarm-types.ts'
import { PUSH_PAYLOAD_MAXIMUM_BYTES, PushMessage } from '#domain/alerts/push-message.ts'
import { DAY_MS } from '#domain/platform/durations.ts'
import { locales } from '#domain/platform/locale.ts'
import { deliveryTime, swarmDelivery } from '../../../../tests/support/samples/swarm-delivery.ts'
import { padPayload } from '../sending/pad-payload.ts'
import type { DeliveryToSend } from '../sending-queries.ts'
import { buildAlarmMail } from './build-alarm-mail.ts'
import { buildPushMessage, topicOf } from './build-push-message.ts'

const now = deliveryTime
const swarm: DeliveryToSend = {
  ...swarmDelivery,
  channel: 'push',
  language: 'en',
  why: JSON.stringify([{ code: 'dropped', values: { kg: 1.9, minutes: 15 } }]),
  scale_name: 'Hive 3',
}

const site = { origin: undefined, name: 'HiveWatch' }
const surroundings = { openAlarms: 0, nowMs: now, site }
const build = (delivery: DeliveryToSend, openAlarms = 0) => buildPushMessage(delivery, { ...surroundings, openAlarms })

test('of hundreds of transmitters that fell silent together, some are named, and what may have failed is said', () => {
  const together = Array.from({ length: 299 }, (_, i) => `Гнездо у реки ${i + 2}`)
  const silent = { ...swarm, type: 'silence', scale_id: null, scale_name: null, stage: 'rang', together } as const
  const { title, body } = build({ ...silent, why: '[{"code":"noData","values":{"hours":3}}]' }).notification
  expect(title).toBe('Waldrand and 299 other transmitters no longer send')
  expect(body).toContain('Гнездо у реки 11 …. Something that they share may have failed, such as a gateway')
  expect(body).not.toContain('Гнездо у реки 12')
})

test('describes a swarm: what, where, how much, local time, how sure and why', () => {
  expect(build(swarm, 2)).toEqual({
    web_push: 8030,
    notification: {
      title: 'Swarm at Hive 3?',
      body: 'Waldrand · -1.9\u00a0kg · Sun 11:55 · 85% sure\nLost 1.9\u00a0kg within 15 minutes.',
      tag: 's9-swarm',
      lang: 'en',
      navigate: '/scaleoverview/4/9?alarm=77',
      icon: '/icons/hivewatch-192.png',
      app_badge: 2,
      data: {
        alarmId: 77,
        type: 'swarm',
        scaleId: 9,
        controllerId: 4,
        time: '2026-05-10T09:59:00.000Z',
        alarm: {
          id: 77,
          scaleId: 9,
          controllerId: 4,
          type: 'swarm',
          status: 'provisional',
          startedAt: '2026-05-10T09:55:00.000Z',
          detectedAt: '2026-05-10T09:59:00.000Z',
          endedAt: null,
          weightChange: -1.87,
          confidence: 0.85,
          why: [{ code: 'dropped', values: { kg: 1.9, minutes: 15 } }],
          verdict: null,
        },
        mayVisit: true,
      },
      actions: [
        { action: 'mute1h', title: 'Mute 1\u00a0h', navigate: '/dashboard?alarm=77' },
        { action: 'open', title: 'Open', navigate: '/scaleoverview/4/9?alarm=77' },
      ],
    },
    app_badge: 2,
  })
})

test('watchers are not asked to visit, nor is anyone for an alarm of the transmitter itself', () => {
  const mayVisit = (fields: Partial<DeliveryToSend>) => build({ ...swarm, ...fields }).notification.data.mayVisit
  expect(mayVisit({ owner_id: 2 })).toBe(undefined)
  expect(mayVisit({ type: 'silence', scale_id: null, scale_name: null })).toBe(undefined)
})

/** Requirements of a browser without a worker: WebKit accepts only absolute URLs, and looks for the badge and `mutable` in the notification. */
test('it is a declarative push message, for current browsers and for the draft', () => {
  const origin = 'https://bees.example.org'
  const { notification, ...outer } = buildPushMessage(swarm, {
    openAlarms: 3,
    nowMs: now,
    site: { origin, name: 'BioVet' },
    receipt: '1.ab',
  })
  expect(outer).toEqual({ web_push: 8030, mutable: true, app_badge: 3, receipt: '1.ab' })
  expect(notification).toMatchObject({ mutable: true, app_badge: 3, icon: `${origin}/icons/biovet-192.png` })
  for (const address of [
    notification.navigate,
    notification.icon,
    ...notification.actions.map((one) => one.navigate),
  ]) {
    expect(new URL(address!).origin).toBe(origin)
  }
  expect(notification.title).not.toBe('')
  // where the browser shows it by itself, our worker gets only the notification
  expect(notification.data.receipt).toBe('1.ab')
})

test('the message that a long alarm is over gives the date on which it began, not a weekday of another week', () => {
  const isOver = { type: 'silence', status: 'closed', stage: 'closed' } as const
  const bodyAfter = (days: number) =>
    build({ ...swarm, ...isOver, created_at: swarm.created_at + days * DAY_MS }).notification.body
  expect(bodyAfter(5)).toContain('The alarm of Sun 11:55 is over.')
  expect(bodyAfter(9)).toContain('The alarm of 10/05, 11:55 is over.')
})

test.each([
  [{ type: 'disturbance' }, 'Hive 3 stands as before', 'Waldrand · The alarm of Sun 11:55 is over.'],
  [{ type: 'activity' }, 'All clear at Hive 3', 'Waldrand · The alarm of Sun 11:55 is over.'],
  [{ type: 'silence', scale_id: null, scale_name: null }, 'Waldrand sends again', 'The alarm of Sun 11:55 is over.'],
  [{ type: 'silence' }, 'Hive 3 sends again', 'Waldrand · The alarm of Sun 11:55 is over.'],
  [
    { type: 'silence', scale_id: null, scale_name: null, why: '[{"code":"scalesNoData"}]' },
    'All clear at Waldrand',
    'The alarm of Sun 11:55 is over.',
  ],
] as [Partial<DeliveryToSend>, string, string][])(
  'that it is over comes quietly, with nothing to do: %j',
  (fields, title, body) => {
    const { notification } = build({ ...swarm, ...fields, status: 'closed', stage: 'closed' })
    expect(notification).toMatchObject({ title, body, silent: true, actions: [], data: { isOver: true } })
  },
)

test.each([
  [{}, true],
  [{ confidence_percent: 40 }, undefined],
] as [Partial<DeliveryToSend>, true | undefined][])(
  'what follows is quiet, unless nothing was seen of it: %j',
  (fields, ringsIfNew) => {
    const confirmed = { ...swarm, ...fields, status: 'confirmed', stage: 'confirmed' } as const
    expect(build(confirmed).notification).toMatchObject({ silent: true })
    expect(build(confirmed).notification.data.ringsIfNew).toBe(ringsIfNew)
    const atNight = buildPushMessage(confirmed, { ...surroundings, isQuietThere: true })
    expect(atNight.notification.data.ringsIfNew).toBeUndefined()
  },
)

test.each([
  [3, '12:55'],
  [0, '09:55'],
  [-5, '04:55'],
])('the time is that of the region, %i h from UTC', (utc_offset, time) => {
  expect(build({ ...swarm, utc_offset }, 1).notification.body).toContain(` ${time} `)
})

test('of what began more than six days before it was noticed, the date is given instead of the weekday', () => {
  const started_at = Date.parse('2026-05-02T09:55:00Z') / 1000
  const { body } = build({ ...swarm, language: 'en', type: 'silence', started_at }).notification
  expect(body).toContain('02/05, 11:55')
})

test('without a region the time is that of the reader', () => {
  const { notification } = build({ ...swarm, utc_offset: null, time_zone: 'America/Toronto' })
  expect(notification.body).toContain(' 05:55 ')
})

test.each([
  ['2026-05-10T09:55:00Z', '11:55'],
  ['2026-02-10T09:55:00Z', '10:55'],
])('where the region has the winter time of the reader, their summer time holds: %s', (time, told) => {
  const started_at = Date.parse(time) / 1000
  expect(build({ ...swarm, utc_offset: 1, started_at }).notification.body).toContain(` ${told} ·`)
})

test.each([
  [{ status: 'confirmed', stage: 'confirmed' }, 'Swarm at Hive 3', true],
  [{ status: 'confirmed', stage: 'confirmed', confidence_percent: 4 }, 'Swarm at Hive 3?', true],
  [{ status: 'withdrawn', stage: 'withdrawn' }, 'All clear at Hive 3', true],
  [
    { status: 'withdrawn', stage: 'withdrawn', why: '[{"code":"keepsFalling"}]' },
    'No swarm at Hive 3, but it keeps losing weight',
    true,
  ],
  [
    { type: 'silence', scale_name: null, why: '[{"code":"clockAhead"}]' },
    'Waldrand sends with a wrong clock: no data',
    undefined,
  ],
  [
    { type: 'silence', status: 'open', why: '[{"code":"scaleNoData","values":{"hours":4}}]' },
    'No more readings from Hive 3',
    undefined,
  ],
  [
    {
      ...{ type: 'silence', status: 'open', scale_id: null, scale_name: null },
      why: JSON.stringify([
        { code: 'scalesNoData', values: { count: 2, hours: 4, names: 'Hive "clock", "code":"clock' } },
      ]),
    },
    'No more readings from several scales at Waldrand',
    undefined,
  ],
  [{ confidence_percent: 49 }, 'Swarm at Hive 3?', true],
  [{ confidence_percent: 50 }, 'Swarm at Hive 3?', undefined],
  [{ type: 'activity', status: 'open', weight_change_grams: -1200 }, 'Is Hive 3 being robbed?', undefined],
  [
    { type: 'activity', status: 'open', weight_change_grams: 2600 },
    'Hive 3 is robbing, or strong nectar flow',
    undefined,
  ],
  [{ type: 'disturbance', status: 'open' }, 'Hive 3 was lifted, moved or tipped over', undefined],
  [{ type: 'silence', status: 'open', scale_id: null, scale_name: null }, 'Waldrand no longer sends', undefined],
  [
    { type: 'battery', status: 'open', scale_id: null, scale_name: null },
    'Battery of Waldrand is running low',
    undefined,
  ],
] as [Partial<DeliveryToSend>, string, true | undefined][])('%j is told as "%s"', (fields, title, silent) => {
  const { notification } = build({ ...swarm, ...fields }, 0)
  expect([notification.title, notification.silent]).toEqual([title, silent])
})

test.each([
  ['en', 0, 'Nothing is left on the scale.'],
  ['en', 1, 'Only 1\u00a0kg is left on the scale.'],
  ['de', 0, 'Auf der Stockwaage ist nichts mehr.'],
  ['es', 1, 'En la báscula solo hay 1\u00a0kg.'],
  ['fr', 4.5, 'Il ne reste que 4,5\u00a0kg sur la balance.'],
] as const)('a hive that is gone leaves nothing, not 0 kg: %s, %d kg', (language, kg, told) => {
  const why = JSON.stringify([{ code: 'removed', values: { kg } }])
  const gone = { ...swarm, type: 'disturbance', status: 'open', language, why } as const
  expect(build({ ...swarm, ...gone }, 0).notification.body.split('\n')).toContain(told)
})

test('that scales are silent is a fact: it is told with its reasons, and without a confidence', () => {
  const bodyOf = (fields: Partial<DeliveryToSend>) =>
    build({ ...swarm, type: 'silence', status: 'open', weight_change_grams: null, ...fields }, 0).notification.body
  const why = [
    { code: 'scaleNoData', values: { hours: 4 } },
    { code: 'scaleImpossible', values: { value: '8388.6' } },
  ]
  expect(bodyOf({ why: JSON.stringify(why) }).split('\n')).toEqual([
    'Waldrand · Sun 11:55',
    'Nothing measured for 4 hours, although the transmitter sends: check cable and plug.',
    'It sends impossible values, which are left out; the last one was 8388.6.',
  ])
  const values = { count: 2, hours: 1, names: 'Hive 3, Hive 4', scales: '3 4' }
  const shared = { scale_id: null, scale_name: null, why: JSON.stringify([{ code: 'scalesNoData', values }]) }
  expect(bodyOf(shared).split('\n')).toEqual([
    'Sun 11:55',
    '2 scales have measured nothing for 1 hour, although the transmitter sends: Hive 3, Hive 4.',
  ])
})

test.each([
  ['subscriptionEnding', 'Subscription of Waldrand is ending', 'It ends on 9 Jun 2026.'],
  ['subscriptionEnded', 'Subscription of Waldrand has ended', 'It ended on 9 Jun 2026: no new data'],
])('a reminder of a subscription says when: %s', (code, title, words) => {
  const why = JSON.stringify([{ code, values: { end: Date.UTC(2026, 5, 9, 10) } }])
  const reminder = { type: 'subscription', status: 'open', scale_id: null, scale_name: null, why } as const
  const { notification } = build({ ...swarm, ...reminder, weight_change_grams: null, confidence_percent: 95 })
  expect(notification.title).toBe(title)
  expect(notification.body).toContain(words)
})

test("a subscription ends on a day of the reader's calendar", () => {
  const why = JSON.stringify([{ code: 'subscriptionEnding', values: { end: Date.UTC(2026, 5, 8, 22, 30) } }])
  const reminder = { type: 'subscription', status: 'open', scale_id: null, scale_name: null, why } as const
  expect(build({ ...swarm, ...reminder, weight_change_grams: null }).notification.body).toContain('on 9 Jun 2026')
})

test('an alarm whose reasons are damaged is told without them', () => {
  const { notification } = build({ ...swarm, why: '[{"code":"drop' })
  expect(notification).toMatchObject({ title: 'Swarm at Hive 3?', data: { alarm: { why: [] } } })
  expect(notification.body).toBe('Waldrand · -1.9\u00a0kg · Sun 11:55 · 85% sure')
})

test('messages about the same scale and type share a topic, others do not', () => {
  const scales = { scale_id: null, type: 'silence' as const, why: '[{"code":"scalesNoData"}]' }
  const topics = [
    swarm,
    { ...swarm, type: 'activity' as const },
    { ...swarm, type: 'activity' as const, weight_change_grams: 2600 },
    { ...swarm, is_after_swarm: 1 as const },
    { ...swarm, scale_id: 10 },
    { ...swarm, scale_id: null, type: 'silence' as const },
    { ...swarm, ...scales },
    { ...swarm, ...scales, alarm_id: 78 },
    { ...swarm, alarm_id: null, stage: 'test' as const },
  ].map(topicOf)
  expect(new Set(topics).size).toBe(9)
  expect(topicOf({ ...swarm, alarm_id: 78, stage: 'confirmed' })).toBe(topicOf(swarm))
  const longest = topicOf({ ...swarm, scale_id: 2 ** 53 - 1, type: 'subscription' })
  expect(longest).toMatch(/^[\w-]{1,32}$/)
  expect(topicOf({ ...swarm, alarm_id: 2 ** 53 - 1, is_after_swarm: 1 as const })).toMatch(/^[\w-]{1,32}$/)
})

const names = ['🐝'.repeat(40), '"'.repeat(80), 'ß\u0000'.repeat(40), '<script>alert(1)</script>']
const reasons = [
  { code: 'dropped', values: { kg: 123.4, minutes: 1234 } },
  { code: 'handled' },
  { code: 'losingBefore', values: { kg: 123.4 } },
  { code: 'sparse', values: { minutes: 60 } },
]

describe.each(locales)('in %s', (language) => {
  test('every type in every state has words, fits the limit with the longest names, and matches what the worker expects', () => {
    for (const type of alarmTypes) {
      for (const status of alarmStatuses) {
        for (const name of names) {
          const delivery = { ...swarm, language, type, status, scale_name: name, controller_name: name }
          const message = build({ ...delivery, why: JSON.stringify(reasons) }, 12_345)
          expect(v.parse(PushMessage, message)).toEqual(message)
          expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThanOrEqual(PUSH_PAYLOAD_MAXIMUM_BYTES)
        }
      }
    }
  })

  test.each(['ა'.repeat(80), '"'.repeat(80), '🐝'.repeat(40)])(
    'eight silent scales with the longest names fit: %s',
    (name) => {
      const values = { count: 8, hours: 12, names: Array(8).fill(name).join(', '), scales: '1 2 3 4 5 6 7 8' }
      const why = JSON.stringify([{ code: 'scalesNoData', values }])
      const about = {
        type: 'silence',
        status: 'open',
        scale_id: null,
        scale_name: null,
        controller_name: name,
      } as const
      const far = { origin: `https://${'b'.repeat(50)}.example.org`, name: 'HiveWatch' }
      const receipt = `${'1'.repeat(8)}.${'a'.repeat(32)}`
      const delivery = { ...swarm, language, ...about, why }
      const message = buildPushMessage(delivery, { openAlarms: 12_345, nowMs: now, site: far, receipt })
      expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThanOrEqual(PUSH_PAYLOAD_MAXIMUM_BYTES)
      expect(message.notification.body).toContain(name.slice(0, 40))
    },
  )

  test('the size does not reveal what happened', () => {
    const receipt = `${'1'.repeat(8)}.${'a'.repeat(32)}`
    const large = {
      openAlarms: 12,
      nowMs: now,
      site: { origin: `https://${'b'.repeat(50)}.example.org`, name: 'HiveWatch' },
    }
    const stages = ['told', 'rang', 'confirmed', 'withdrawn', 'closed'] as const
    const sizes = alarmTypes.flatMap((type) =>
      stages.map((stage) => {
        const names = { scale_name: 'H'.repeat(30), controller_name: 'W'.repeat(30) }
        const delivery = { ...swarm, language, type, stage, ...names, why: JSON.stringify(reasons) }
        return Buffer.byteLength(padPayload(JSON.stringify(buildPushMessage(delivery, { ...large, receipt }))))
      }),
    )
    const test = { ...swarm, language, alarm_id: null, stage: 'test' } as const
    sizes.push(Buffer.byteLength(padPayload(JSON.stringify(buildPushMessage(test, { ...large, receipt })))))
    expect(new Set(sizes).size).toBe(1)
  })

  test('tests, endings and the reasons of transmitters have words', () => {
    for (const stage of ['test', 'ended'] as const) {
      expect(v.is(PushMessage, build({ ...swarm, language, alarm_id: null, stage }, 0))).toBe(true)
    }
    for (const reason of [
      { code: 'noData', values: { hours: 4 } },
      { code: 'batteryLow', values: { volts: 3.38 } },
      { code: 'batteryFalling', values: { volts: 3.55, days: 5 } },
      { code: 'laterReadings' },
    ]) {
      const { body } = build({ ...swarm, language, why: JSON.stringify([reason]) }, 0).notification
      expect(body.split('\n')).toHaveLength(2)
      expect(body).not.toContain('{')
    }
  })

  test('a mail contains no markup but its own', () => {
    for (const name of names) {
      const mail = buildAlarmMail(
        { ...swarm, language, scale_name: name, controller_name: name },
        { origin: 'https://bees.example.org', name: 'HiveWatch' },
      )
      expect(mail.html.replace(/<\/?(html|body|h1|p|a|br)( [^<>]*)?>|<!doctype html>/g, '')).not.toMatch(/[<>]/)
      expect(mail.subject).not.toMatch(/[\r\n]/)
      expect(mail.text).toContain('https://bees.example.org/scaleoverview/4/9?alarm=77')
    }
  })
})

test("the linked page has an absolute URL if the server's address is known", () => {
  const origin = 'https://bees.example.org'
  const navigate = (delivery: DeliveryToSend) =>
    buildPushMessage(delivery, { ...surroundings, site: { origin, name: 'HiveWatch' } }).notification.navigate
  expect(navigate(swarm)).toBe('https://bees.example.org/scaleoverview/4/9?alarm=77')
  expect(navigate({ ...swarm, alarm_id: null, stage: 'test' })).toBe('https://bees.example.org/dashboard')
})

test("a mail has no words that lead nowhere if the server's address is unknown", () => {
  const { text, html } = buildAlarmMail({ ...swarm, language: 'en' }, { origin: undefined, name: 'HiveWatch' })
  expect(`${text}${html}`).not.toMatch(/Choose which alarms|Open in/)
  expect(text).toMatch(/\S\n$/)
})

test('a reason unknown to this version is left out', () => {
  const why = JSON.stringify([{ code: 'moonWasFull' }])
  expect(build({ ...swarm, why }, 0).notification.body).not.toContain('moon')
})
