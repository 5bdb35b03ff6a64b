import { describe, expect, it, test } from 'vitest'
import { dueSpansOf, followUpsOf, isDue, morningIn } from './follow-ups.ts'
import type { FollowUpState, SwarmCourse } from './swarm-course.ts'

const swarm = {
  startedAt: '2026-05-10T11:12:00.000Z',
  isSwarm: true,
  daysAfterFirst: null,
  utcOffsetHours: 1,
  outcome: null,
  states: [],
} satisfies Partial<SwarmCourse>

const state = (kind: FollowUpState['kind'], status: FollowUpState['status'], putOffUntil: string | null = null) => ({
  kind,
  status,
  putOffUntil,
  settledAt: status === 'open' ? null : '2026-05-19T08:00:00.000Z',
})

const shown = (facts: Parameters<typeof followUpsOf>[0]) =>
  followUpsOf(facts).map(({ kind, due, until }) => `${kind} ${due.slice(5, 16)} ${until.slice(5, 16)}`)

const mother = [
  'afterSwarm 05-18T06:00 05-24T23:00',
  'varroaMother 05-31T06:00 06-04T23:00',
  'queenLaying 05-31T06:00 06-14T23:00',
]

test.each([
  ['nobody knows what became of it', {}, mother],
  ['it was lost', { outcome: 'lost' }, mother],
  [
    'it was caught',
    { outcome: 'caught' },
    ['varroaSwarm 05-12T06:00 05-18T23:00', 'swarmLaying 05-17T06:00 05-24T23:00', ...mother],
  ],
  [
    'it was an after-swarm and caught: its queen is young, and of its mother hive the first course tells',
    { outcome: 'caught', daysAfterFirst: 9 },
    ['varroaSwarm 05-12T06:00 05-26T23:00', 'swarmLaying 05-28T06:00 06-07T23:00'],
  ],
  ['it was an after-swarm and lost', { outcome: 'lost', daysAfterFirst: 9 }, []],
  [
    'the old queen had come back and left again, and it was caught',
    { outcome: 'caught', daysAfterFirst: 1 },
    ['varroaSwarm 05-12T06:00 05-18T23:00', 'swarmLaying 05-17T06:00 05-24T23:00'],
  ],
  ['it was none', { isSwarm: false, outcome: 'caught' }, []],
] as const)('%s', (_, facts, expected) => {
  expect(shown({ ...swarm, ...facts })).toEqual(expected)
})

test.each([
  [13, '2026-05-10T11:00:00.000Z', '2026-05-18T18:00:00.000Z'],
  [-8, '2026-05-10T07:59:00.000Z', '2026-05-17T15:00:00.000Z'],
  [5.5, '2026-05-10T18:29:00.000Z', '2026-05-18T01:30:00.000Z'],
  [0, '2026-02-25T12:00:00.000Z', '2026-03-05T07:00:00.000Z'],
])('days begin at midnight of the place: %f h from UTC', (utcOffsetHours, startedAt, due) => {
  expect(followUpsOf({ ...swarm, startedAt, utcOffsetHours })[0]).toMatchObject({ kind: 'afterSwarm', due })
})

describe('what was entered for a follow-up', () => {
  it('stays if it is ticked off and the swarm is revoked or lost after all, while open ones disappear', () => {
    const states = [state('afterSwarm', 'done'), state('varroaSwarm', 'done'), state('queenLaying', 'silenced')]
    const kinds = (facts: object) => followUpsOf({ ...swarm, states, ...facts }).map(({ kind }) => kind)
    expect(kinds({ isSwarm: false })).toEqual(['varroaSwarm', 'afterSwarm'])
    expect(kinds({ outcome: 'lost' })).toEqual(['varroaSwarm', 'afterSwarm', 'varroaMother', 'queenLaying'])
  })

  it('can postpone it beyond its last day', () => {
    const states = [state('afterSwarm', 'open', '2026-05-24T06:00:00.000Z')]
    const [followUp] = followUpsOf({ ...swarm, states })
    expect(followUp).toMatchObject({ due: '2026-05-24T06:00:00.000Z', until: '2026-05-31T06:00:00.000Z' })
    const late = [state('afterSwarm', 'open', '2026-06-03T06:00:00.000Z')]
    expect(
      followUpsOf({ ...swarm, states: late }).map(({ kind }) => kind),
      'by date',
    ).toEqual(['varroaMother', 'queenLaying', 'afterSwarm'])
  })

  it.each([
    ['open', '2026-05-18T05:59:59Z', false],
    ['open', '2026-05-18T06:00:00Z', true],
    ['open', '2026-05-24T22:59:59Z', true],
    ['open', '2026-05-24T23:00:00Z', false],
    ['open', '2027-05-18T06:00:00Z', false],
    ['done', '2026-05-18T06:00:00Z', false],
    ['silenced', '2026-05-18T06:00:00Z', false],
  ] as const)('%s: due at %s: %s', (status, at, expected) => {
    const [followUp] = followUpsOf({ ...swarm, states: [state('afterSwarm', 'open')] })
    expect(isDue({ ...followUp!, status }, Date.parse(at))).toBe(expected)
  })
})

it('is postponed to a morning, even late in the evening', () => {
  const at = (time: string, days: number) => new Date(morningIn(days, Date.parse(time), 1)).toISOString()
  expect(at('2026-05-18T22:30:00Z', 1)).toBe('2026-05-19T06:00:00.000Z')
  expect(at('2026-05-18T23:30:00Z', 1)).toBe('2026-05-20T06:00:00.000Z')
  expect(at('2026-12-28T05:00:00Z', 7)).toBe('2027-01-04T06:00:00.000Z')
})

describe('when and at which hive something is to be done', () => {
  const course = (facts: Partial<SwarmCourse>): SwarmCourse => {
    const said = { alarmId: 7, controllerId: 1, scaleId: 3, spot: '', position: null, hiveScaleId: null, hiveName: '' }
    const known = { ...said, ...swarm, ...facts }
    return { ...known, followUps: followUpsOf(known) }
  }
  const spans = (facts: Partial<SwarmCourse>) =>
    dueSpansOf(course(facts)).map(
      ({ scaleId, from, until, settledBy }) =>
        `${scaleId} ${from.slice(5, 16)} ${until.slice(5, 16)} ${settledBy.replace('/api/alarm/7/', '')}`,
    )
  const atMother = [
    '3 05-18T06:00 05-24T23:00 followUp/afterSwarm',
    '3 05-31T06:00 06-04T23:00 followUp/varroaMother',
    '3 05-31T06:00 06-14T23:00 followUp/queenLaying',
  ]

  it('asks for the outcome of a swarm for three days, unless it is known', () => {
    expect(spans({})).toEqual(['3 05-10T11:12 05-13T11:12 course', ...atMother])
    expect(spans({ outcome: 'lost' })).toEqual(atMother)
    expect(spans({ isSwarm: false })).toEqual([])
  })

  it('is at the hive that the swarm went into, if that is on a scale', () => {
    const caught = (hiveScaleId: number | null) => spans({ outcome: 'caught', hiveScaleId }).slice(0, 2)
    expect(caught(5)).toEqual([
      '5 05-12T06:00 05-18T23:00 followUp/varroaSwarm',
      '5 05-17T06:00 05-24T23:00 followUp/swarmLaying',
    ])
    expect(caught(null)[0]).toMatch(/^3 /)
  })

  it('leaves out what is ticked off or silenced, and starts later if postponed', () => {
    const states = [
      state('afterSwarm', 'done'),
      state('varroaMother', 'silenced'),
      state('queenLaying', 'open', '2026-06-10T06:00:00.000Z'),
    ]
    expect(spans({ outcome: 'lost', states })).toEqual(['3 06-10T06:00 06-17T06:00 followUp/queenLaying'])
  })
})
