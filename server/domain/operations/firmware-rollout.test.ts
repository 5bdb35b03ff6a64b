import { safeParse } from 'valibot'
import { expect, test } from 'vitest'
import { countRollout, nextRolloutStep, type RolloutMember, RolloutPlan, sharePlaces } from './firmware-rollout.ts'

const HOUR = 3600_000
const now = 1000 * HOUR
const plan = { stages: [5, 25, 100], aliveHours: 24, enoughPercent: 80, silentPercent: 10 }

/** Times in hours before now; by default a transmitter that is heard from, with an interval of one hour, assigned two days ago. */
const member = (
  fields: Partial<Record<'assigned' | 'fetched' | 'updated' | 'seen', number | null>> = {},
  more = {},
) => {
  const at = (hours: number | null | undefined) => (hours === null || hours === undefined ? null : now - hours * HOUR)
  const { assigned = 48, fetched = null, updated = null, seen = 0 } = fields
  return {
    assignedAt: at(assigned),
    wasAlive: true,
    fetchedAt: at(fetched),
    updatedAt: at(updated),
    reportsVersion: updated !== null,
    lastSeenAt: at(seen),
    updateIntervalHours: 1,
    isCollecting: true,
    ...more,
  } satisfies RolloutMember
}
const counted = (one: RolloutMember, since = 0) => {
  const numbers = countRollout([one], plan, { now, since })
  return Object.entries(numbers)
    .filter(([name, count]) => count > 0 && name !== 'total')
    .map(([name]) => name)
    .join(' ')
}

test.each([
  ['whose turn has not come', member({ assigned: null }), ''],
  ['that was told', member(), 'assigned expected'],
  ['that was dead, and stays so', member({ seen: 900 }, { wasAlive: false }), 'assigned'],
  ['that was dead, and speaks again', member({ seen: 1 }, { wasAlive: false }), 'assigned expected'],
  ['that died before it took it', member({ seen: 40 }), 'assigned expected'],
  ['that loaded it', member({ fetched: 1 }), 'assigned expected taken'],
  ['that loaded it and was never heard again', member({ fetched: 10, seen: 11 }), 'assigned expected taken silent'],
  ['that loaded it last and has some patience left', member({ fetched: 3, seen: 9 }), 'assigned expected taken'],
  ['that runs it', member({ updated: 10 }), 'assigned expected updated taken'],
  ['that runs it, for long enough', member({ updated: 24 }), 'assigned expected updated proven taken'],
  ['that ran it, not seen for 3 h', member({ updated: 40, seen: 3 }), 'assigned expected updated proven taken'],
  ['that ran it, not seen for more', member({ updated: 40, seen: 3.01 }), 'assigned expected updated taken silent'],
  [
    'of 6 h, not seen for 13 h',
    member({ updated: 40, seen: 13 }, { updateIntervalHours: 6 }),
    'assigned expected updated proven taken',
  ],
  ['that went back', member({ updated: 40 }, { reportsVersion: false }), 'assigned expected taken returned'],
  ['whose subscription has ended', member({ updated: 40, seen: 30 }, { isCollecting: false }), 'assigned'],
])('a transmitter %s counts', (_, one, names) => {
  expect(counted(one)).toBe(names)
})

test('silence while the server was down does not count', () => {
  const quiet = member({ updated: 40, seen: 20 })
  expect(counted(quiet)).toContain('silent')
  expect(counted(quiet, now - 2 * HOUR)).not.toContain('silent')
})

const numbers = (fields: object) => ({
  ...{ total: 200, assigned: 10, expected: 10, updated: 10, proven: 0, taken: 10, silent: 0, returned: 0 },
  ...fields,
})
test.each([
  ['nobody has it yet', { updated: 0, taken: 0 }, 0, 'wait'],
  ['nobody lives', { expected: 0, taken: 0 }, 0, 'wait'],
  ['too few are proven', { proven: 7 }, 0, 'wait'],
  ['enough are proven', { proven: 8 }, 0, 'stage'],
  ['enough are proven in the last stage', { proven: 8 }, 2, 'done'],
  ['one of ten is silent', { proven: 7, silent: 1 }, 0, 'wait'],
  ['two of ten are silent', { proven: 8, silent: 2 }, 0, 'silent'],
  ['the only one is silent', { taken: 1, silent: 1 }, 0, 'silent'],
  ['two of ten went back', { proven: 8, returned: 2 }, 0, 'returned'],
  ['one is silent and one went back', { proven: 8, silent: 1, returned: 1 }, 2, 'returned'],
] as const)('where %s', (_, fields, stage, step) => {
  expect(nextRolloutStep(numbers(fields), plan, stage)).toBe(step)
})

test.each([
  [1, 5, 1],
  [20, 5, 1],
  [21, 5, 2],
  [1000, 5, 50],
  [7, 25, 2],
  [7, 100, 7],
])('of %i transmitters, %i %% is %i', (total, percent, places) => {
  expect(sharePlaces(total, percent)).toBe(places)
})

test.each([
  [[100], true],
  [[1, 50, 100], true],
  [[50, 50, 100], false],
  [[50, 20, 100], false],
  [[5, 25], false],
  [[], false],
  [[0, 100], false],
])('stages %j are accepted: %s', (stages, taken) => {
  expect(safeParse(RolloutPlan, { stages }).success).toBe(taken)
})
