import { expect, test } from 'vitest'
import { alarmPage } from './alarm-page.ts'

test('an alarm of a hive leads to its chart, one of a transmitter to today', () => {
  expect(alarmPage({ alarm_id: 7, scale_id: 12, controller_id: 3 })).toBe('/scaleoverview/3/12?alarm=7')
  expect(alarmPage({ alarm_id: 8, scale_id: null, controller_id: 3 })).toBe('/dashboard?alarm=8')
})
