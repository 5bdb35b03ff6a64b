import { describe, expect, test } from 'vitest'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { type HiveFacts, nextStep } from './next-step.ts'

const alarm = { id: 7, type: 'swarm', verdict: null } as Alarm
const end = '2026-06-01T00:00:00Z'
const quiet: HiveFacts = {
  waiting: [],
  silentSince: undefined,
  subscription: { subscriptionState: 'active', subscriptionEnd: end },
  lowBattery: undefined,
  runway: undefined,
}
const using = (shortest: number, longest: number | null = 60) =>
  ({ state: 'using', perDayKg: 0.1, days: 40, shortest, longest }) as const

describe('what is next at a hive', () => {
  test.each<[string, Partial<HiveFacts>, string | undefined]>([
    ['nothing where nothing is known', {}, undefined],
    ['nothing while the feed cannot be told', { runway: { state: 'unknown' } }, undefined],
    ['nothing while it lasts over a year', { runway: { state: 'lasting' } }, undefined],
    ['the feed, calmly', { runway: using(30) }, 'feed'],
    ['feeding, where it may soon be gone', { runway: using(14) }, 'feedSoon'],
    ['feeding before a battery', { runway: using(3), lowBattery: 3.3 }, 'feedSoon'],
    ['a battery before calm feed', { runway: using(30), lowBattery: 3.3 }, 'battery'],
    ['a subscription that ends', { subscription: { subscriptionState: 'expiring', subscriptionEnd: end } }, 'expiring'],
    [
      'no subscription where there are none',
      { subscription: { subscriptionState: 'off', subscriptionEnd: null } },
      undefined,
    ],
    ['silence before what was known before it', { silentSince: end, runway: using(3) }, 'silent'],
    [
      'why it is silent',
      { silentSince: end, subscription: { subscriptionState: 'expired', subscriptionEnd: end } },
      'expired',
    ],
    ['an alarm before everything', { waiting: [alarm], silentSince: end, lowBattery: 3.3 }, 'alarm'],
  ])('%s', (_name, facts, kind) => {
    expect(nextStep({ ...quiet, ...facts })?.kind).toBe(kind)
  })

  test('the range of the feed is passed on', () => {
    expect(nextStep({ ...quiet, runway: using(30, null) })).toEqual({
      kind: 'feed',
      days: 40,
      shortest: 30,
      longest: null,
    })
  })
})
