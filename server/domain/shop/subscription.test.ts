import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reminderDue, renewedEnd, subscriptionState, trialEnd } from './subscription.ts'

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

describe('a renewal', () => {
  it.each([
    ['a running one goes on from its end', '2026-06-01T08:30:00Z', { years: 2, days: 0 }, '2028-06-01T08:30:00.000Z'],
    ['an ended one begins now', '2024-01-01T00:00:00Z', { years: 1, days: 0 }, '2027-05-10T10:00:00.000Z'],
    [
      'one that ends this moment begins now',
      '2026-05-10T10:00:00Z',
      { years: 0, days: 30 },
      '2026-06-09T10:00:00.000Z',
    ],
    ['years first, then days', '2027-02-27T00:00:00Z', { years: 1, days: 3 }, '2028-03-01T00:00:00.000Z'],
    ['from 29 February to the 28th', '2028-02-29T23:59:00Z', { years: 1, days: 0 }, '2029-02-28T23:59:00.000Z'],
    ['from 29 February to the next one', '2028-02-29T23:59:00Z', { years: 4, days: 0 }, '2032-02-29T23:59:00.000Z'],
    ['over a change of daylight saving', '2026-10-20T22:30:00Z', { years: 0, days: 10 }, '2026-10-30T22:30:00.000Z'],
  ])('%s', (_, endsAt, term, end) => {
    expect(new Date(renewedEnd(Date.parse(endsAt), now, term)).toISOString()).toBe(end)
  })

  const moment = fc.integer({ min: Date.parse('2016-01-01T00:00:00Z'), max: Date.parse('2099-12-31T23:59:59Z') })
  const term = fc.record({ years: fc.nat(10), days: fc.nat(800) }).filter(({ years, days }) => years + days > 0)

  it('never takes anything away, and gives at least 365 days for a year', () => {
    fc.assert(
      fc.property(moment, moment, term, (endsAt, at, { years, days }) => {
        const end = renewedEnd(endsAt, at, { years, days })
        expect(end).toBeGreaterThan(Math.max(endsAt, at))
        expect(end - Math.max(endsAt, at)).toBeGreaterThanOrEqual((years * 365 + days) * day)
        expect(end - Math.max(endsAt, at)).toBeLessThanOrEqual((years * 366 + days) * day)
      }),
    )
  })

  it('keeps the time of day', () => {
    fc.assert(
      fc.property(moment, term, (endsAt, given) => {
        expect(renewedEnd(endsAt, 0, given) % day).toBe(endsAt % day)
      }),
    )
  })

  it('by one year leads to the same date, except for 29 February', () => {
    fc.assert(
      fc.property(moment, (endsAt) => {
        const dateOf = (ms: number) => new Date(ms).toISOString().slice(5, 10)
        const end = renewedEnd(endsAt, 0, { years: 1, days: 0 })
        expect(dateOf(end)).toBe(dateOf(endsAt).replace('02-29', '02-28'))
      }),
    )
  })
})

it.each([
  ['long before', 31 * day, undefined],
  ['a moment too early', 30 * day + 1, undefined],
  ['30 days before', 30 * day, 30],
  ['between', 8 * day, 30],
  ['7 days before', 7 * day, 7],
  ['1 day before', day, 1],
  ['a moment before', 1, 1],
  ['on the day', 0, 0],
  ['long after', -400 * day, 0],
])('the reminder due %s', (_, ahead, due) => {
  expect(reminderDue(now + ahead, now)).toBe(due)
})
