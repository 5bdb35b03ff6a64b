import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, screen } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { encodeTile } from '#domain/hives/tiles/tile-codec.ts'
import { mergeRaw } from '#domain/hives/tiles/tile-merge.ts'
import { encodeContainer } from '#domain/hives/tiles/timeline-container.ts'
import { emptyRawTile } from '#domain/hives/tiles/timeline-tile.ts'
import { startWorkerStandIn } from '../../../../tests/support/browser/worker-stand-in.ts'
import { hearWorker } from '../../../offline/service-worker.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { AlarmCurve } from './alarm-curve.tsx'

const day = Date.UTC(2026, 4, 20) / 1000
const noon = day + 12 * 3600

/** A `GET timeline` answer with a reading before the alarm and one of this weight since. */
function answerWith(grams: number): Response {
  const { tile } = mergeRaw(emptyRawTile(day), {
    length: 2,
    time: [noon - 600, noon + 600],
    columns: { weight: [40_000, grams] },
  })
  return new Response(
    encodeContainer({ level: 'raw', cursor: 1, tiles: [{ seriesId: 5, from: day, bytes: encodeTile(tile) }] }),
  )
}

test('readings that were late for the worker’s answer are shown once they are there, and asked for once', async () => {
  const startedAt = new Date(noon * 1000).toISOString()
  const alarm = { id: 1, scaleId: 5, startedAt, detectedAt: startedAt, endedAt: null, weightChange: null }
  const fetch = vi.fn(async () => answerWith(38_000))
  vi.stubGlobal('fetch', fetch)
  const worker = startWorkerStandIn(() => undefined)
  hearWorker()
  onTestFinished(() => {
    worker.end()
    vi.unstubAllGlobals()
  })
  renderWithMessages(
    <QueryClientProvider client={new QueryClient()}>
      <AlarmCurve alarm={alarm as Alarm} place="Linden" />
      <AlarmCurve alarm={alarm as Alarm} place="Linden" />
    </QueryClientProvider>,
  )
  await screen.findAllByText('-2.0')
  const before = fetch.mock.calls.length
  fetch.mockImplementation(async () => answerWith(37_000))
  act(() => worker.tell({ type: 'timeline-refreshed' }))
  await screen.findAllByText('-3.0')
  expect(fetch.mock.calls.length - before).toBe(1)
})
