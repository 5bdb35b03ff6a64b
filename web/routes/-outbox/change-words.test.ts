import messages from 'virtual:messages/en'
import { expect, test } from 'vitest'
import type { OutboxChange } from '#domain/platform/worker-message.ts'
import { createIntl } from '../../i18n/create-intl.ts'
import { changeWords, type KnownThings } from './change-words.ts'

const intl = createIntl({ locale: 'en', messages, timeZone: 'Europe/Zurich' })
const known: KnownThings = {
  scales: [{ id: 5, name: 'Linden' }],
  controllers: [{ id: 3, name: 'Orchard' }],
  alarms: [
    { id: 9, type: 'swarm', scaleId: 5, controllerId: 3 },
    { id: 10, type: 'battery', scaleId: null, controllerId: 3 },
  ],
  interventions: [
    {
      ...{ id: 'a', scaleId: 5, label: 'queen', description: 'marked', time: '2026-05-10T10:00:00.000Z' },
      ...{ amount: null, detail: null, visitId: null },
    },
  ],
}
const of = (path: string, body?: unknown, method: OutboxChange['method'] = 'POST'): OutboxChange => ({
  id: 'x',
  method,
  path: `/api/${path}`,
  body,
})

test.each([
  [
    of('intervention', { id: 'b', scaleId: 5, label: 'feeding', description: '5 kg' }),
    'Note: Feeding',
    'Linden',
    '5 kg',
  ],
  [of('intervention/a', { description: 'blue' }), 'Edited note: Queen', 'Linden', 'blue'],
  [of('intervention/a', undefined, 'DELETE'), 'Deleted note: Queen', 'Linden', 'marked'],
  [of('intervention/gone', undefined, 'DELETE'), 'Deleted note: Other', undefined, undefined],
  [of('alarm/9', { verdict: 'hands' }), 'Alarm Swarm: “It was me”', 'Linden', undefined],
  [of('alarm/10', { verdict: 'confirmed' }), 'Alarm Battery: “Noted”', 'Orchard', undefined],
  [of('alarm/10', { verdict: null }), 'Alarm Battery: answer undone', 'Orchard', undefined],
  [
    of('notification/mute?idcontroller=3', { notificationType: 'swarm', enddate: null }),
    'Swarm: muted',
    'Orchard',
    undefined,
  ],
  [of('notification/unmute?idcontroller=3&notificationType=swarm', {}), 'Swarm: no longer muted', 'Orchard', undefined],
  [of('scale/5', { name: 'Lime' }), 'Settings of a hive', 'Linden', 'Lime'],
  [of('notification', { type: 'push' }), 'Alarms on this device', undefined, undefined],
  [of('visit', { controllerId: 3, startedAt: 'x' }), 'Visit started', 'Orchard', undefined],
  [of('visit', { controllerId: 3, endedAt: 'x' }), 'Visit ended', 'Orchard', undefined],
  [of('visit/a', { endedAt: 'x' }), 'Visit corrected', undefined, undefined],
  [of('visit/a', undefined, 'DELETE'), 'Visit deleted', undefined, undefined],
  [of('something', ['new']), 'Change', undefined, undefined],
  [of('intervention', { label: 'unheard of', description: 7 }), 'Note: Other', undefined, undefined],
])('%o', (change, what, where, notes) => {
  const words = changeWords(intl, change, known)
  expect({ ...words, what: words.what.replace(/\s/g, ' ') }).toEqual({ what, where, notes })
})

test('a mute says until when', () => {
  const body = { notificationType: 'swarm', enddate: '2026-05-20T13:00:00.000Z' }
  const { what } = changeWords(intl, of('notification/mute?idcontroller=3', body), known)
  expect(what).toContain('Swarm: muted until May 20, 2026')
})
