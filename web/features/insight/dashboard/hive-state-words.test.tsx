import { expect, test } from 'vitest'
import type { DashboardScale } from '#domain/insight/dashboard.ts'
import { controllerWith, sampleLast, scaleWith } from '../../../../tests/support/samples/sample-dashboard.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { HiveStateWords } from './hive-state-words.tsx'
import { apiariesOf } from './hives.ts'

const now = Date.parse('2026-05-20T12:10:00.000Z')
const lastUpdate = '2026-05-20T12:00:00.000Z'

function words(parts: Partial<DashboardScale>): string {
  const controller = controllerWith({ lastUpdate, updateInterval: 1, scales: [scaleWith(parts)] })
  const [hive] = apiariesOf([controller], [], 'en', now)[0]!.hives
  const { container, unmount } = renderWithMessages(<HiveStateWords hive={hive!} now={now} />)
  const text = [...container.childNodes].map(({ textContent }) => textContent).join(', ')
  const hasIcon = container.querySelector('svg') !== null
  unmount()
  return hasIcon ? `${text} (with an icon)` : text
}

const old = '2026-05-19T16:00:00.000Z'

test.each<[string, Partial<DashboardScale>, string]>([
  ['came with the newest reading', {}, 'Gains weight'],
  [
    'is older than the temperature',
    { last: sampleLast({ temperature: 34, weightTime: old }) },
    'Gains weight, Measured 20 hours ago (with an icon)',
  ],
  [
    'is so old that it is not shown',
    { change24h: null, last: sampleLast({ weight: null, temperature: 34, weightTime: '2026-05-15T12:00:00.000Z' }) },
    'Quiet, Measured 5 days ago (with an icon)',
  ],
  ['is old, as everything else', { last: sampleLast({ time: old }) }, 'Last data 20 hours ago (with an icon)'],
  ['is newer than the temperature', { last: sampleLast({ temperature: 34, temperatureTime: old }) }, 'Gains weight'],
  [
    'is the old temperature of a thermometer',
    { type: 'thermometer', last: sampleLast({ temperature: 34, temperatureTime: old }) },
    'Quiet, Measured 20 hours ago (with an icon)',
  ],
  [
    'was stored before its time was told',
    { last: { time: lastUpdate, weight: 40 } as DashboardScale['last'] },
    'Gains weight',
  ],
])('a hive whose value %s', (_, parts, expected) => {
  expect(words(parts)).toBe(expected)
})
