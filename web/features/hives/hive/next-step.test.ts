import { describe, expect, test } from 'vitest'
import type { Alarm } from '#domain/alerts/alarm.ts'
import type { SeasonAdvice } from '#domain/insight/season-advice.ts'
import { type HiveFacts, nextStep } from './next-step.ts'

const alarm = { id: 7, type: 'swarm', verdict: null } as Alarm
const end = '2026-06-01T00:00:00Z'
const quiet: HiveFacts = {
  waiting: [],
  silentSince: undefined,
  subscription: { subscriptionState: 'active', subscriptionEnd: end },
  lowBattery: undefined,
  advice: undefined,
}
const season = (urgency: SeasonAdvice['urgency']): SeasonAdvice => ({
  kind: 'change',
  urgency,
  scaleId: 3,
  controllerId: 1,
  asOf: '2026-05-07',
  kg: 1,
  days: 14,
})

describe('what is next at a hive', () => {
  test.each<[string, Partial<HiveFacts>, string | undefined]>([
    ['nothing where nothing is known', {}, undefined],
    ['what the season says, calmly', { advice: season('later') }, 'season'],
    ['that it says nothing yet', { advice: season('unknown') }, 'season'],
    ['what is to be done before a battery', { advice: season('now'), lowBattery: 3.3 }, 'season'],
    ['a battery before what is only good to know', { advice: season('later'), lowBattery: 3.3 }, 'battery'],
    ['a subscription that ends', { subscription: { subscriptionState: 'expiring', subscriptionEnd: end } }, 'expiring'],
    [
      'no subscription where there are none',
      { subscription: { subscriptionState: 'off', subscriptionEnd: null } },
      undefined,
    ],
    ['silence before what was known before it', { silentSince: end, advice: season('now') }, 'silent'],
    [
      'why it is silent',
      { silentSince: end, subscription: { subscriptionState: 'expired', subscriptionEnd: end } },
      'expired',
    ],
    ['an alarm before everything', { waiting: [alarm], silentSince: end, lowBattery: 3.3 }, 'alarm'],
  ])('%s', (_name, facts, kind) => {
    expect(nextStep({ ...quiet, ...facts })?.kind).toBe(kind)
  })
})
