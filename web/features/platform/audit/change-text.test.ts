import messages from 'virtual:messages/en'
import { expect, it, test } from 'vitest'
import { createIntl } from '../../../i18n/create-intl.ts'
import { changedRows, changeLine, valueText } from './change-text.ts'

const money = (rappen: number) => `CHF ${rappen / 100}`
const names = { affiliation: new Map([[7, 'Verein']]), region: new Map([[1, 'Seeland']]) }
const text = valueText(createIntl({ locale: 'en-CH', messages, timeZone: 'Europe/Zurich' }), money, names)
const asWritten = { nameOf: (field: string) => field, text }

it('shows the old and the new value of a change', () => {
  const shouted = { nameOf: (field: string) => field.toUpperCase(), text }
  const line = changeLine({ drain: 0.3, name: null }, { drain: 0.5, name: 'Bern' }, shouted)
  expect(line).toBe('DRAIN: 0.3 → 0.5, NAME: – → Bern')
})

it('shows only the one value of something added or removed', () => {
  expect(changeLine(null, { name: 'Bern', box: [7, 46] }, asWritten)).toBe('name: Bern, box: 7, 46')
  expect(changeLine({ name: 'Bern' }, null, asWritten)).toBe('name: Bern')
  expect(changeLine(null, null, asWritten)).toBe('')
})

it('is limited to one line', () => {
  expect(changeLine(null, { text: 'a'.repeat(100) }, asWritten, 20)).toBe(`text: ${'a'.repeat(14)}…`)
})

it('has a row for every field of either side', () => {
  expect(changedRows({ a: 1 }, { b: true }, text)).toEqual([
    { field: 'a', before: '1', after: '–' },
    { field: 'b', before: '–', after: 'Yes' },
  ])
})

it('shows the amounts of an order as money', () => {
  expect(changeLine({ paid: 0 }, { paid: 18_000 }, asWritten)).toBe('paid: CHF 0 → CHF 180')
  expect(changedRows({ discount: null }, { discount: 50 }, text)).toEqual([
    { field: 'discount', before: '–', after: 'CHF 0.5' },
  ])
})

test.each([
  ['state', 'cancelled', 'Canceled'],
  ['state', 'archived', 'Archived'],
  ['role', 3, 'Beekeeper (3)'],
  ['language', 'de', 'Deutsch'],
  ['notificationType', 'swarm', 'Swarm'],
  ['type', 'BACKUP', 'Backup'],
  ['verdict', 'hands', 'It was me'],
  ['admin', false, 'No'],
  ['mail', 'confirmation', 'Order confirmation'],
  ['kind', 'esp', 'ESP32 or ESP8266'],
  ['owner', { id: 5, email: 'anna@example.org' }, 'anna@example.org'],
  ['until', '2026-05-10T10:00:00.000Z', /^10 May 2026.*12:00/],
  ['subscription_ends_at', Date.UTC(2026, 4, 10, 10), /^10 May 2026.*12:00/],
  ['year', 2026, '2026'],
  ['affiliationId', 7, 'Verein (7)'],
  ['affiliation', { id: 7, name: 'Verein' }, 'Verein (7)'],
  [
    'controllers',
    [
      { id: 6, name: 'Am Bach', affiliation: null },
      { id: 8, name: 'Wald', affiliation: { id: 7, name: 'Verein' } },
    ],
    'Am Bach (6): –, Wald (8): Verein (7)',
  ],
  ['primaryRegionId', 1, 'Seeland (1)'],
  ['regionIds', [1, 2], 'Seeland (1), 2'],
  // what is not a code of this version, and names
  ['state', 'teleported', 'teleported'],
  ['constructor', 'name', 'name'],
  ['imei', '356938035643809', '356938035643809'],
  ['config', { a: 1 }, '{"a":1}'],
])('%s: %j is shown in words', (field, value, words) => {
  expect(text(field, value)).toEqual(typeof words === 'string' ? words : expect.stringMatching(words))
})
