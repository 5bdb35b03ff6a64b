import { expect, test } from 'vitest'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { controllerWith } from '../../../../tests/support/sample-dashboard.ts'
import { batteryIsLow, signalStrength, summarizeApiary } from './apiary-summary.ts'

test.each([
  [-60, 'good'],
  [-85, 'good'],
  [-86, 'fair'],
  [-100, 'fair'],
  [-101, 'weak'],
] as const)('%i dBm is %s', (dbm, strength) => {
  expect(signalStrength(dbm)).toBe(strength)
})

test('of each matter the own transmitter that needs care first', () => {
  const summary = summarizeApiary([
    controllerWith({ id: 1, battery: 3.9, signal: -101, subscriptionState: 'active' }),
    controllerWith({ id: 2, battery: 3.5, signal: null, subscriptionState: 'off', subscriptionEnd: null }),
    controllerWith({ id: 3, battery: null, signal: -80, subscriptionState: 'expiring' }),
    controllerWith({ id: 4, access: 'watched', battery: 3, signal: -120, subscriptionState: 'expired' }),
  ])
  expect(summary.weakestBattery?.id).toBe(2)
  expect(summary.weakestSignal?.id).toBe(1)
  expect(summary.firstToExpire?.id).toBe(3)
})

test('of subscriptions in the same state the one that ends first', () => {
  const summary = summarizeApiary([
    controllerWith({ id: 1, subscriptionEnd: '2028-01-01T00:00:00.000Z' }),
    controllerWith({ id: 2, subscriptionEnd: '2027-01-01T00:00:00.000Z' }),
  ])
  expect(summary.firstToExpire?.id).toBe(2)
})

test('who only watches sees the watched ones, and nothing where nothing is known', () => {
  expect(summarizeApiary([controllerWith({ id: 4, access: 'watched' })]).weakestBattery?.id).toBe(4)
  const silent = controllerWith({ battery: null, signal: null, subscriptionState: 'off' })
  expect(summarizeApiary([silent])).toEqual({})
})

test('a battery is low while an alarm about it goes on', () => {
  const alarm = (parts: Partial<Alarm>) => ({ type: 'battery', status: 'open', ...parts }) as Alarm
  expect(batteryIsLow({ alarms: [alarm({})] })).toBe(true)
  expect(batteryIsLow({ alarms: [alarm({ status: 'closed' }), alarm({ type: 'swarm' })] })).toBe(false)
})
