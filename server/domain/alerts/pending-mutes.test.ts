import { expect, test } from 'vitest'
import type { OutboxChange } from '../platform/worker-message.ts'
import type { AlarmType } from './alarm.ts'
import { withPendingMutes } from './pending-mutes.ts'

const begins = { waits: 'begin' as const }
const ends = { waits: 'end' as const }
const START = '2026-05-20T12:00:00.000Z'
const END = '2026-05-20T13:00:00.000Z'
const of = (controllerId: number, notificationType: AlarmType, enddate: string | null = null) => ({
  controllerId,
  notificationType,
  enddate,
})
const change = (path: string, body?: unknown): OutboxChange => ({ id: path, method: 'POST', path, body })
const mute = (id: number, notificationType: AlarmType, enddate: string | null) =>
  change(`/api/notification/mute?idcontroller=${id}`, { notificationType, enddate })
const anHour = (id: number, notificationType: AlarmType, enddate: string | null) =>
  change(`/api/notification/mute?idcontroller=${id}`, { notificationType, enddate, keepsLonger: true })
const unmute = (id: number, type: AlarmType) =>
  change(`/api/notification/unmute?idcontroller=${id}&notificationType=${type}`, {})

test.each([
  ['nothing waits', [of(1, 'swarm')], [], [of(1, 'swarm')]],
  ['a mute', [], [mute(1, 'swarm', END)], [{ ...of(1, 'swarm', END), ...begins }]],
  ['another end', [of(1, 'swarm')], [mute(1, 'swarm', END)], [{ ...of(1, 'swarm', END), ...begins }]],
  ['an hour where it is muted for longer', [of(1, 'swarm')], [anHour(1, 'swarm', END)], [of(1, 'swarm')]],
  [
    'an hour where that is longer',
    [of(1, 'swarm', START)],
    [anHour(1, 'swarm', END)],
    [{ ...of(1, 'swarm', END), ...begins }],
  ],
  [
    'one of several alarms, muted for longer',
    [of(1, 'swarm'), of(1, 'battery', START)],
    [anHour(1, 'swarm', END), anHour(1, 'battery', END)],
    [of(1, 'swarm'), { ...of(1, 'battery', END), ...begins }],
  ],
  [
    'the end of one, and of no other',
    [of(1, 'swarm'), of(2, 'swarm')],
    [unmute(1, 'swarm')],
    [of(2, 'swarm'), { ...of(1, 'swarm'), ...ends }],
  ],
  [
    'the end of one that was to last longer',
    [of(1, 'swarm', START)],
    [mute(1, 'swarm', END), unmute(1, 'swarm')],
    [{ ...of(1, 'swarm', START), ...ends }],
  ],
  [
    'an hour after the end',
    [of(1, 'swarm')],
    [unmute(1, 'swarm'), anHour(1, 'swarm', END)],
    [{ ...of(1, 'swarm', END), ...begins }],
  ],
  ['a mute that was undone', [], [mute(1, 'swarm', END), unmute(1, 'swarm')], []],
  ['something else', [of(1, 'swarm')], [change('/api/alarm/1', { verdict: null })], [of(1, 'swarm')]],
])('%s', (_, known, unsent, expected) => {
  expect(withPendingMutes(known, unsent)).toEqual(expected)
})

test.each(['isSent', 'isAsked'])('what is sent or may be sent in a moment waits for nothing: %s', (state) => {
  const known = [of(1, 'swarm')]
  const unsent = [mute(1, 'battery', END), unmute(1, 'swarm')].map((one) => ({ ...one, [state]: true }))
  expect(withPendingMutes(known, unsent)).toEqual([of(1, 'battery', END)])
})
