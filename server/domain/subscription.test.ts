import { expect, it } from 'vitest'
import { subscriptionState, trialEnd } from './subscription.ts'

const now = Date.parse('2026-05-10T10:00:00Z')
const day = 24 * 3600 * 1000

it.each([
  ['without an end', null, true, 'off'],
  ['switched off', now - day, false, 'off'],
  ['long to go', now + 31 * day, true, 'active'],
  ['a moment more than 30 days to go', now + 30 * day + 1, true, 'active'],
  ['30 days to go', now + 30 * day, true, 'expiring'],
  ['a moment to go', now + 1, true, 'expiring'],
  ['over this moment', now, true, 'expired'],
  ['long over', now - 400 * day, true, 'expired'],
] as const)('%s', (_, endsAt, enabled, state) => {
  expect(subscriptionState(endsAt, now, enabled)).toBe(state)
})

it('ends a trial after its days', () => {
  expect(new Date(trialEnd(now, 365)).toISOString()).toBe('2027-05-10T10:00:00.000Z')
  expect(trialEnd(now, 0)).toBe(now)
})
