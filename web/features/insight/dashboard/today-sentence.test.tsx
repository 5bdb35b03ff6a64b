import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Alarm } from '#domain/alerts/alarm.ts'
import type { DashboardScale } from '#domain/insight/dashboard.ts'
import { controllerWith, sampleLast, scaleWith } from '../../../../tests/support/samples/sample-dashboard.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { apiariesOf } from './hives.ts'
import { TodaySentence } from './today-sentence.tsx'

const now = Date.parse('2026-05-20T12:10:00.000Z')
const old = sampleLast({ time: '2026-05-18T12:00:00.000Z' })

const due = [{ from: '2026-05-20T06:00:00.000Z', until: '2026-05-21T06:00:00.000Z', settledBy: '' }]

const swarm: Alarm = {
  id: 1,
  scaleId: 11,
  controllerId: 1,
  type: 'swarm',
  status: 'provisional',
  startedAt: '2026-05-20T11:58:00.000Z',
  detectedAt: '2026-05-20T12:00:00.000Z',
  endedAt: null,
  weightChange: -1.9,
  confidence: 0.9,
  why: [],
  verdict: null,
}

function sentence(scales: Partial<DashboardScale>[], open: Alarm[] = []): string {
  const shown = scales.map((scale, i) => scaleWith({ id: 11 + i, channel: i + 1, ...scale }))
  const controller = controllerWith({ lastUpdate: '2026-05-20T12:00:00.000Z', scales: shown })
  const { unmount } = renderWithMessages(
    <h1>
      <TodaySentence apiaries={apiariesOf([controller], open, 'en', now)} now={now} />
    </h1>,
  )
  const text = screen.getByRole('heading').textContent.replaceAll('\u00a0', ' ').trim()
  unmount()
  return text
}

test.each<[string, Partial<DashboardScale>[], Alarm[]]>([
  ['Your hive is quiet.', [{}], []],
  ['All 3 hives are quiet.', [{}, {}, {}], []],
  ['1 hive is silent. 1 hive is quiet.', [{ last: old }, {}], []],
  ['Something is due at Linde. 1 hive is quiet.', [{ due }, { name: 'Maple' }], []],
  ['Something is due at 2 hives.', [{ due }, { due }], []],
  ['Linde swarmed 12 minutes ago (12:58): -1.9 kg.', [{ due }], [swarm]],
  ['1 hive is silent.', [{ last: old, due }], []],
  ['No hive has sent anything yet.', [{ last: null }], []],
  ['No hive has sent anything yet.', [], []],
  ['Linde swarmed 12 minutes ago (12:58): -1.9 kg.', [{}], [swarm]],
])('%s', (text, scales, open) => {
  expect(sentence(scales, open).replace(/\(.*\)/, '(12:58)')).toBe(text)
})

test('names written from right to left do not reorder the text around them', () => {
  const rule: Alarm = { ...swarm, type: 'rule', weightChange: null, rule: { id: 'a', name: 'كيس' } as never }
  renderWithMessages(
    <h1>
      <TodaySentence
        apiaries={apiariesOf(
          [
            controllerWith({
              lastUpdate: '2026-05-20T12:00:00.000Z',
              scales: [scaleWith({ id: 11, name: 'كوخ 3' }), scaleWith({ id: 12, name: 'خلية', due })],
            }),
          ],
          [rule],
          'en',
          now,
        )}
        now={now}
      />
    </h1>,
  )
  const isolated = [...screen.getByRole('heading').querySelectorAll('[class*="name"]')].map(
    ({ textContent }) => textContent,
  )
  expect(isolated).toEqual(['كيس', 'كوخ 3', 'خلية'])
})

test('the most serious alarm is named, the others are counted', () => {
  const battery: Alarm = { ...swarm, id: 2, type: 'battery', scaleId: null, weightChange: null }
  expect(sentence([{}, {}], [battery, swarm])).toMatch(
    /^Linde swarmed 12 minutes ago \(.*\): -1\.9 kg\. 1 more alarm is open\. 1 hive is quiet\.$/,
  )
})

test('an alarm of a hidden hive is shown with its name', () => {
  expect(sentence([{ visible: false }, { name: 'Maple' }], [swarm])).toMatch(/^Linde swarmed/)
})

test('scales that stopped are not said to be their transmitter', () => {
  const why = [{ code: 'scalesNoData', values: { count: 2, hours: 3, names: 'Linde, Maple', scales: '11 12' } }]
  const stopped: Alarm = { ...swarm, type: 'silence', scaleId: null, weightChange: null, why }
  expect(sentence([{}, {}, {}], [stopped])).toMatch(
    /^No readings from 2 scales at Waldrand since .*\. 2 hives are silent\. 1 hive is quiet\.$/,
  )
})

test('the most serious alarm comes first, even if it is not one of a hive', () => {
  const hint: Alarm = { ...swarm, type: 'stores', weightChange: null }
  const battery: Alarm = { ...swarm, id: 2, scaleId: null, type: 'battery', weightChange: null }
  const hidden: Alarm = { ...swarm, id: 3, scaleId: 12 }
  expect(sentence([{}], [hint, battery])).toMatch(/battery/i)
  expect(sentence([{}, { visible: false, name: 'Maple' }], [hint, battery, hidden])).toMatch(/^Maple swarmed/)
})
