import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ReplayThresholds, RuleReplayInput } from '#domain/alerts/rule-replay.ts'
import { faultsOf, limitsOf, type ReplayDraft, replayBody, seasonsUntil } from './replay-draft.ts'

const draft: ReplayDraft = {
  alarm: 'activity',
  scaleIds: [3, 4],
  period: { from: '2026-04-01', to: '2026-09-30' },
  thresholds: { activityTriggerLossLevel: '0.8', activityDrain: ' ', alarmFromHour: '99' },
}

test('only thresholds that are filled in and belong to the alarm are tried', () => {
  expect(faultsOf(draft)).toEqual([])
  const body = replayBody(draft)
  expect(body).toEqual({
    type: 'RULE_REPLAY',
    alarm: 'activity',
    scales: [3, 4],
    from: '2026-04-01',
    to: '2026-09-30',
    thresholds: { activityTriggerLossLevel: 0.8 },
  })
  expect(v.is(RuleReplayInput, body)).toBe(true)
})

test.each([
  [{ scaleIds: [] }, ['scales']],
  [{ scaleIds: Array.from({ length: 201 }, (_, index) => index) }, ['scales']],
  [{ thresholds: { activityTriggerLossLevel: '0' } }, ['activityTriggerLossLevel']],
  [{ alarm: 'swarm', thresholds: { alarmFromHour: '8.5', alarmToHour: '25' } }, ['alarmFromHour', 'alarmToHour']],
  [{ thresholds: { leastConfidence: 'much' } }, ['leastConfidence']],
] as const)('%j has the faults %j', (changes, faults) => {
  expect(faultsOf({ ...draft, ...changes } as ReplayDraft)).toEqual(faults)
})

test.each(Object.entries(limitsOf))(
  '%s is taken by the server at both of its ends, and not beyond',
  (name, { min, max }) => {
    for (const value of [min, max]) expect(v.is(ReplayThresholds, { [name]: value })).toBe(true)
    for (const value of [min - 1, max + 1]) expect(v.is(ReplayThresholds, { [name]: value })).toBe(false)
  },
)

test.each([
  ['2026-02-10', '2025-04-01 2025-09-30', '2024-04-01 2024-09-30'],
  ['2026-04-01', '2026-04-01 2026-04-01', '2025-04-01 2025-09-30'],
  ['2026-06-10', '2026-04-01 2026-06-10', '2025-04-01 2025-09-30'],
  ['2026-11-10', '2026-04-01 2026-09-30', '2025-04-01 2025-09-30'],
])('on %s only seasons that have begun are offered', (today, ...seasons) => {
  expect(seasonsUntil(today).map(({ from, to }) => `${from} ${to}`)).toEqual(seasons)
})
