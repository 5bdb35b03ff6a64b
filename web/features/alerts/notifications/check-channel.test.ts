import { expect, test } from 'vitest'
import type { AlarmType } from '#domain/alerts/alarm.ts'
import { checkChannel } from './check-channel.ts'

const check = (which: 'all' | 'some', ...entries: [string, string][]) => {
  const values = new FormData()
  for (const [name, value] of entries) values.append(name, value)
  return checkChannel(values, which, 'Europe/Zurich')
}
const everyOwn: [string, string] = ['everyOwn', 'on']
const night: [string, string][] = [
  ['quiet', 'on'],
  ['quietFrom', '22:00'],
  ['quietTo', '06:00'],
]

test('all alarms of all own transmitters at any time', () => {
  expect(check('all', ['name', ' Phone '], everyOwn)).toEqual({
    edit: { name: 'Phone', alarmTypes: null, everyOwn: true, controllerIds: [], quietFrom: null, quietTo: null },
  })
})

test('some alarms of some transmitters, except at night', () => {
  const chosen: [string, string][] = [
    ['alarmTypes', 'swarm'],
    ['alarmTypes', 'battery'],
    ['controllerIds', '3'],
    ['controllerIds', '14'],
    ['ringsAlways', 'disturbance'],
  ]
  expect(check('some', ...chosen, ...night)).toEqual({
    edit: {
      name: '',
      alarmTypes: ['swarm', 'battery'],
      everyOwn: false,
      controllerIds: [3, 14],
      quietFrom: '22:00',
      quietTo: '06:00',
      timeZone: 'Europe/Zurich',
      ringsAlways: ['disturbance'],
    },
  })
})

test.each([
  ['alarmTypes', 'some', [everyOwn]],
  ['controllers', 'all', []],
  ['quiet', 'all', [everyOwn, ['quiet', 'on'], ['quietFrom', '22:00'], ['quietTo', '']]],
  ['quiet', 'all', [everyOwn, ['quiet', 'on'], ['quietFrom', '22:00'], ['quietTo', '22:00']]],
] as [string, 'all' | 'some', [string, string][]][])('%s has to be corrected', (fault, which, entries) => {
  expect(check(which, ...entries)).toEqual({ fault })
})

const edited = (ringsAlways: AlarmType[], ...entries: [string, string][]) => {
  const values = new FormData()
  for (const [name, value] of [everyOwn, ...entries]) values.append(name, value)
  const checked = checkChannel(values, 'all', 'Europe/Zurich', { ringsAlways })
  return 'edit' in checked ? checked.edit.ringsAlways : checked
}

test('hints that ring are combined with the alarms that ring at night', () => {
  expect(edited(['swarm'], ['ringingHints', 'stores'])).toEqual(['swarm', 'stores'])
  expect(edited(['swarm', 'stores'], ['ringingHints', 'stores'])).toBeUndefined()
  expect(edited(['swarm', 'stores'])).toEqual(['swarm'])
  expect(edited(['swarm'], ...night, ['ringsAlways', 'disturbance'], ['ringingHints', 'winter'])).toEqual([
    'disturbance',
    'winter',
  ])
})

test('quiet hours keep their time zone until they are changed', () => {
  const values = new FormData()
  for (const [name, value] of [everyOwn, ...night]) values.append(name, value)
  const zoneAfter = (quietFrom: string) => {
    const before = { quietFrom, quietTo: '06:00', timeZone: 'Europe/Zurich' }
    const checked = checkChannel(values, 'all', 'America/New_York', before)
    return 'edit' in checked ? checked.edit.timeZone : checked
  }
  expect(zoneAfter('22:00')).toBe('Europe/Zurich')
  expect(zoneAfter('21:00')).toBe('America/New_York')
})

test('a channel whose transmitters are all gone can be renamed before others are chosen', () => {
  const values = new FormData()
  values.append('name', 'Phone')
  const edit = { name: 'Phone', alarmTypes: null, quietFrom: null, quietTo: null }
  const before = { everyOwn: false, controllerIds: [] }
  expect(checkChannel(values, 'all', 'Europe/Zurich', before)).toEqual({ edit })
  expect(checkChannel(values, 'all', 'Europe/Zurich', { ...before, everyOwn: true })).toEqual({ fault: 'controllers' })
})
