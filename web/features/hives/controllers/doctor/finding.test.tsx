import { QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Finding } from '#domain/hives/doctor/finding.ts'
import { createQueryClient } from '../../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../../ui/render-with-messages.tsx'
import { FindingPart } from './finding.tsx'

const shown = (finding: Finding) =>
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <FindingPart finding={finding} controller={{ id: 1, lastUpdate: null }} now={() => 0} />
    </QueryClientProvider>,
  )

test('a problem that only a newer server knows says so once, and shows no code', () => {
  const finding = { code: 'solarPanelDirty', confidence: 0.9, values: {} } as unknown as Finding
  shown(finding)
  expect(screen.getAllByText(/Unknown here/)).toHaveLength(1)
  expect(document.body.textContent).not.toContain('solarPanelDirty')
  expect(vi.mocked(console.error)).toHaveBeenCalledOnce()
  vi.mocked(console.error).mockReset()
})

test.each([
  ['requests', '200 requests a second'],
  ['bytes', 'half a megabyte a second'],
  ['readings', '5,000 readings a second'],
  ['day', '1,000,000 readings a day'],
])('a transmitter that sends too much is told which bound it exceeds: %s', (reason, bound) => {
  const values = { requests: 2, reason, limit: 1_000_000 }
  shown({ code: 'sendsTooMuch', confidence: 0.9, values, scaleId: null, curve: null })
  expect(screen.getByText(/were turned away/).textContent).toContain(`it sends more than ${bound}.`)
})

test('a refused request is told with the sentence of its error', () => {
  const values = { at: '2026-05-10T10:00:00Z', reason: 'imsi_missing' }
  shown({ code: 'requestRefused', confidence: 0.9, values, scaleId: null, curve: null })
  expect(document.body.textContent).toContain('The IMSI is missing')
})

test.each([
  ['timeUnreadable', 'time', 'It sends readings without a time', 'The last reading came without one.'],
  ['channelUnknown', 'channel', 'It sends weights without a channel', 'The last weight came without one.'],
] as const)(
  'a device whose firmware leaves something out reads no programmer’s word: %s',
  (code, field, title, why) => {
    const values = { field, channel: -1, value: 'nothing', count: 2 }
    shown({ code, confidence: 0.9, values, scaleId: null, curve: null })
    expect(screen.getByRole('heading').textContent).toBe(title)
    expect(document.body.textContent).toContain(`${why} 2 readings were refused`)
  },
)
