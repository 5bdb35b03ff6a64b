import { expect, test } from 'vitest'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { controllerWith, sampleLast, scaleWith } from '../../../../tests/support/samples/sample-dashboard.ts'
import { apiariesOf, foundApiaries, isUrgent, trendOf } from './hives.ts'

const now = Date.parse('2026-05-20T12:10:00.000Z')
const heard = '2026-05-20T12:00:00.000Z'

const alarm = (parts: Partial<Alarm>): Alarm => ({
  id: 1,
  scaleId: 11,
  controllerId: 1,
  type: 'swarm',
  status: 'provisional',
  startedAt: '2026-05-20T11:50:00.000Z',
  detectedAt: '2026-05-20T12:00:00.000Z',
  endedAt: null,
  weightChange: -1.9,
  confidence: 0.9,
  why: [],
  verdict: null,
  ...parts,
})

const apiary = (id: number, name: string, scales: Parameters<typeof scaleWith>[0][]) =>
  controllerWith({
    id,
    name,
    lastUpdate: heard,
    alarms: [],
    scales: scales.map((scale) => scaleWith({ controllerId: id, ...scale })),
  })

const namesOf = (apiaries: ReturnType<typeof apiariesOf>) =>
  apiaries.map(({ controller, hives }) => [controller.name, ...hives.map(({ scale }) => scale.name)])

const wald = apiary(1, 'Wald', [
  { id: 11, channel: 1, name: 'Ahorn' },
  { id: 12, channel: 2, name: 'Linde' },
])
const garten = apiary(2, 'Garten', [{ id: 21, name: 'Birke' }])

test('without needs, hives are sorted by transmitter name and channel', () => {
  expect(namesOf(apiariesOf([wald, garten], [], 'de', now))).toEqual([
    ['Garten', 'Birke'],
    ['Wald', 'Ahorn', 'Linde'],
  ])
})

test('the hive with an alarm comes first, and so does its transmitter', () => {
  const apiaries = apiariesOf([wald, garten], [alarm({ scaleId: 12 })], 'de', now)
  expect(namesOf(apiaries)).toEqual([
    ['Wald', 'Linde', 'Ahorn'],
    ['Garten', 'Birke'],
  ])
  expect(apiaries[0]!.hives[0]!.state).toMatchObject({ kind: 'alarm', alarm: { id: 1 } })
  expect(apiaries[0]!.hives[1]!.state.kind).toBe('gains')
})

test('hives whose scales measure nothing are silent, although their transmitter sends', () => {
  const why = [{ code: 'scalesNoData', values: { count: 2, hours: 3, names: 'Ahorn, Eiche', scales: '11 13' } }]
  const startedAt = '2026-05-20T09:00:00.000Z'
  const [first] = apiariesOf([wald, garten], [alarm({ scaleId: null, type: 'silence', startedAt, why })], 'de', now)
  expect(first!.hives.map(({ scale, state }) => [scale.name, state])).toEqual([
    ['Ahorn', { kind: 'silent', since: startedAt }],
    ['Linde', { kind: 'gains' }],
  ])
})

const span = (from: string, until: string) => ({ due: [{ from, until, settledBy: '' }] })

test.each([
  ['now', span('2026-05-20T06:00:00.000Z', '2026-05-21T06:00:00.000Z'), ['Linde', 'Ahorn']],
  ['tomorrow', span('2026-05-21T06:00:00.000Z', '2026-05-22T06:00:00.000Z'), ['Ahorn', 'Linde']],
  ['no more', span('2026-05-19T06:00:00.000Z', '2026-05-20T12:10:00.000Z'), ['Ahorn', 'Linde']],
])('a hive at which something is due comes before the quiet ones, with its transmitter: %s', (_, due, names) => {
  const withDue = { ...wald, scales: wald.scales.map((scale) => (scale.id === 12 ? { ...scale, ...due } : scale)) }
  const isDue = names[0] === 'Linde'
  const expected = [
    ['Wald', ...names],
    ['Garten', 'Birke'],
  ]
  expect(namesOf(apiariesOf([garten, withDue], [], 'de', now))).toEqual(isDue ? expected : expected.reverse())
  const alarmed = apiariesOf([withDue], [alarm({ scaleId: 11 })], 'de', now)
  expect(namesOf(alarmed)).toEqual([['Wald', 'Ahorn', 'Linde']])
  expect(alarmed[0]!.hives[1]!.isDue).toBe(isDue)
})

test('a hint comes after alarms that ring, however new it is', () => {
  const hint = alarm({ id: 2, type: 'queen', scaleId: 11, startedAt: '2026-05-20T12:05:00.000Z' })
  const rule = alarm({ id: 3, type: 'rule', scaleId: 12, startedAt: '2026-05-19T12:00:00.000Z' })
  const [first] = apiariesOf([wald, garten], [hint, rule], 'de', now)
  expect(namesOf([first!])).toEqual([['Wald', 'Linde', 'Ahorn']])
  const [both] = apiariesOf([wald], [hint, { ...rule, scaleId: 11 }], 'de', now)
  expect(both!.hives[0]!.state).toMatchObject({ alarm: { id: 3 } })
})

test('of several places and hives, the one with the newest alarm comes first', () => {
  const open = [
    alarm({ id: 1, controllerId: 2, scaleId: 21, startedAt: '2026-05-20T08:00:00.000Z' }),
    alarm({ id: 2, scaleId: 11, startedAt: '2026-05-20T09:00:00.000Z' }),
    alarm({ id: 3, scaleId: 12, startedAt: '2026-05-20T10:00:00.000Z' }),
  ]
  expect(namesOf(apiariesOf([wald, garten], open, 'de', now))).toEqual([
    ['Wald', 'Linde', 'Ahorn'],
    ['Garten', 'Birke'],
  ])
})

test('weight alarms come before others, and newer alarms before older ones', () => {
  const open = [
    alarm({ id: 1, type: 'battery', scaleId: null, startedAt: heard }),
    alarm({ id: 2, type: 'activity', startedAt: '2026-05-20T10:00:00.000Z' }),
    alarm({ id: 3, type: 'swarm', startedAt: '2026-05-20T11:00:00.000Z' }),
    alarm({ id: 4, type: 'silence', scaleId: 11, startedAt: heard }),
  ]
  const [first] = apiariesOf([wald], open, 'de', now)
  expect(first!.hives[0]!.alarms.map(({ id }) => id)).toEqual([3, 2, 4])
  expect(first!.alarms.map(({ id }) => id)).toEqual([1])
})

test('an alarm of a hidden scale is shown with its transmitter', () => {
  const hidden = apiary(1, 'Wald', [{ id: 11, visible: false }])
  const [first] = apiariesOf([hidden], [alarm({})], 'de', now)
  expect(first!.hives).toEqual([])
  expect(first!.alarms.map(({ id }) => id)).toEqual([1])
})

test.each([
  ['damaged', { damaged: true }],
  ['waiting', { last: null }],
  ['empty', { state: 'empty' }],
  ['still', { change24h: null }],
  ['still', { change24h: -0.3, noise: 0.31 }],
  ['loses', { change24h: -0.3, noise: 0.2 }],
  ['gains', { change24h: 0.3, noise: null }],
  ['still', { type: 'thermometer', change24h: 3 }],
] as const)('%s: %o', (kind, parts) => {
  const [first] = apiariesOf([apiary(1, 'Wald', [parts])], [], 'de', now)
  expect(first!.hives[0]!.state.kind).toBe(kind)
})

test('a scale can be silent although its transmitter sends, and then comes first', () => {
  const old = sampleLast({ time: '2026-05-18T12:00:00.000Z' })
  const [first] = apiariesOf(
    [
      apiary(1, 'Wald', [
        { id: 11, channel: 1 },
        { id: 12, channel: 2, last: old },
      ]),
    ],
    [],
    'de',
    now,
  )
  expect(first!.hives.map(({ scale }) => scale.id)).toEqual([12, 11])
  expect(first!.hives[0]!.state).toEqual({ kind: 'silent', since: old.time })
  expect(first!.isSilent).toBe(false)
})

test('feed for less than two weeks counts as something to do', () => {
  const midnights = Array.from({ length: 10 }, (_, day) => ({
    date: `2026-05-${10 + day}`,
    weight: 27 - day * 0.25,
    delta: -0.25,
  }))
  const last = sampleLast({ time: heard, weight: 25 })
  const [first] = apiariesOf([apiary(1, 'Wald', [{ last, midnights, emptyWeight: 24, feedStock: 0 }])], [], 'de', now)
  expect(first!.hives[0]!.state).toEqual({ kind: 'feedShort', days: 4 })
})

test('answers stored before the server reported noise are still usable', () => {
  const kept = { change24h: 0.2 } as Parameters<typeof trendOf>[0]
  expect(trendOf(kept)).toBe('gains')
})

test('hives are found by words of their own name or their transmitter’s, ignoring accents', () => {
  const apiaries = apiariesOf(
    [
      apiary(1, 'Forêt', [
        { id: 11, name: 'Érable 2' },
        { id: 12, name: 'Tilleul' },
      ]),
    ],
    [],
    'fr',
    now,
  )
  const found = (words: string) =>
    foundApiaries(apiaries, words).flatMap(({ hives }) => hives.map(({ scale }) => scale.id))
  expect(found('erab')).toEqual([11])
  expect(found('  2 FORET ')).toEqual([11])
  expect(found('foret')).toEqual([11, 12])
  expect(found('chêne')).toEqual([])
  expect(found('  ')).toEqual([11, 12])
})

test.each([
  ['nothing', {}, [], false],
  ['a subscription that ends soon', { subscriptionState: 'expiring' }, [], false],
  ['an alarm of a hive', {}, [alarm({})], true],
  ['an alarm of the transmitter', {}, [alarm({ type: 'battery', scaleId: null })], true],
  ['silence', { lastUpdate: '2026-05-18T12:00:00.000Z' }, [], true],
] as const)('%s: whether a place is urgent', (_what, parts, open, urgent) => {
  const [first] = apiariesOf([{ ...wald, ...parts }], open, 'de', now)
  expect(isUrgent(first!)).toBe(urgent)
})
