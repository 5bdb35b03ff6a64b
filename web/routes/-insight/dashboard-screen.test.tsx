import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { controllerWith, sampleLast, scaleWith } from '../../../tests/support/samples/sample-dashboard.ts'
import { dashboardQuery } from '../../features/insight/dashboard/dashboard-queries.ts'
import { DashboardScreen } from '../../features/insight/dashboard/dashboard-screen.tsx'
import { createQueryClient } from '../../offline/query-cache.ts'
import { renderWithMessages } from '../../ui/render-with-messages.tsx'

const now = Date.UTC(2026, 4, 20, 12)
const alarm = { id: 7, type: 'swarm', controllerId: 1, scaleId: 11, verdict: null, why: [] } as unknown as Alarm
const openAlarms: readonly Alarm[] = [{ ...alarm, startedAt: '2026-05-20T11:50:00.000Z' }]

test('an answer that says nothing new does not render the hives again, which takes long if they are many', async () => {
  const client = createQueryClient()
  const answer = (weight: number) => [controllerWith({ scales: [scaleWith({ last: sampleLast({ weight }) })] })]
  const arrives = (weight: number) => act(async () => client.setQueryData(dashboardQuery.queryKey, answer(weight)))
  vi.stubGlobal('fetch', async () => Response.json(answer(28.5)))
  await arrives(28.5)
  const alarmPart = vi.fn(() => <p>Alarm</p>)
  const Today = () => (
    <DashboardScreen
      now={now}
      openAlarms={openAlarms}
      linkedAlarm={undefined}
      alarmPart={alarmPart}
      needsPart={() => null}
      notices={null}
      offer={null}
      loadHow={() => new Promise(() => {})}
      alarmsArrive
    />
  )
  const root = createRootRoute()
  const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: '/', component: Today })])
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  vi.spyOn(window, 'scrollTo').mockReturnValue()
  renderWithMessages(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  await screen.findByText('Alarm')
  alarmPart.mockClear()
  await arrives(28.5)
  await arrives(29.5)
  await screen.findByText(/29\.5/)
  expect(alarmPart).toHaveBeenCalledTimes(1)
  client.clear()
  vi.unstubAllGlobals()
})
