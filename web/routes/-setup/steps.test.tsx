import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { controllerWith, sampleLast, scaleWith } from '../../../tests/support/samples/sample-dashboard.ts'
import { createQueryClient } from '../../offline/query-cache.ts'
import { renderWithMessages } from '../../ui/render-with-messages.tsx'
import { NamesStep } from './steps.tsx'

beforeEach(() => {
  vi.spyOn(window, 'scrollTo').mockReturnValue()
})

test('new scales of several transmitters are told apart by more than their weight', async () => {
  const scale = (id: number, weight: number) =>
    scaleWith({ id, controllerId: id, name: 'Scale 1', last: sampleLast({ weight }) })
  const own = [
    controllerWith({ id: 1, name: 'Forest', scales: [scale(1, 42)] }),
    controllerWith({ id: 2, name: 'Orchard', scales: [scale(2, -0.004)] }),
  ]
  const scales = own.flatMap((controller) => controller.scales)
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <NamesStep scales={scales} own={own} /> }),
    history: createMemoryHistory(),
  })
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  expect(await screen.findByLabelText('Scale 1, Forest · 42 kg')).toBeTruthy()
  expect(screen.getByLabelText('Scale 1, Orchard · 0 kg')).toBeTruthy()
})
