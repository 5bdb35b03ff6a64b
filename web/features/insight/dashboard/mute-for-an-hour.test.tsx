import { QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { controllerWith } from '../../../../tests/support/samples/sample-dashboard.ts'
import { queryClient } from '../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { dashboardQuery } from './dashboard-queries.ts'
import { MuteForAnHour } from './mute-for-an-hour.tsx'

const now = Date.UTC(2026, 4, 20, 12)
const shown = () => queryClient.getQueryData(dashboardQuery.queryKey)![0]!

beforeEach(() => {
  queryClient.setQueryData(dashboardQuery.queryKey, [controllerWith({})])
  const Shown = () => <MuteForAnHour controller={shown()} type="swarm" now={now} />
  renderWithMessages(
    <QueryClientProvider client={queryClient}>
      <Shown />
    </QueryClientProvider>,
  )
})
afterEach(() => {
  queryClient.clear()
  vi.unstubAllGlobals()
})

const answer = (status: number, body: object) =>
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response(JSON.stringify(body), { status })))

test('a mute is shown at once and requests one hour', async () => {
  answer(200, { message: 'Muted.' })
  fireEvent.click(screen.getByRole('button', { name: /^Mute 1\sh$/ }))
  await expect.poll(() => shown().mutes).toHaveLength(1)
  await expect.poll(() => fetch).toHaveBeenCalled()
  const [url, { body }] = vi.mocked(fetch).mock.calls[0] as unknown as [string, { body: string }]
  expect(url).toContain('/notification/mute?idcontroller=1')
  expect(JSON.parse(body)).toEqual({
    notificationType: 'swarm',
    enddate: '2026-05-20T13:00:00.000Z',
    keepsLonger: true,
  })
})

test('a mute that the server refuses is reverted', async () => {
  answer(403, { message: 'Not allowed.', code: 'forbidden' })
  const seen: number[] = []
  const unsubscribe = queryClient.getQueryCache().subscribe(() => seen.push(shown().mutes.length))
  fireEvent.click(screen.getByRole('button', { name: /^Mute 1\sh$/ }))
  await expect.poll(() => seen).toContain(1)
  await expect.poll(() => shown().mutes).toEqual([])
  unsubscribe()
})
