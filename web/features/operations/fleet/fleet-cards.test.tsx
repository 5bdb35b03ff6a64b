import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { NOT_SENT } from '#domain/hives/doctor/field-fault.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { FaultyCard } from './faulty-card.tsx'
import { FirmwareCard } from './firmware-card.tsx'
import { IntakeCard } from './intake-card.tsx'

test('the bar of a version says what it counts, and leads to those transmitters', async () => {
  vi.spyOn(window, 'scrollTo').mockReturnValue()
  const firmware = [
    { version: '1.4.2', count: 1 },
    { version: null, count: 3 },
  ]
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <FirmwareCard firmware={firmware} owned={4} /> }),
    history: createMemoryHistory(),
  })
  renderWithMessages(<RouterProvider router={router as never} />)
  const bars = await screen.findAllByRole<HTMLProgressElement>('progressbar')
  expect(bars.map(({ labels }) => labels[0]?.textContent)).toEqual([
    '1.4.2: 1 transmitter',
    'not reported: 3 transmitters',
  ])
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/a/controllers?q=1.4.2'])
})

test('the curve of what came in says from where to where it goes', () => {
  const hour = (readings: number) => ({ from: `2026-05-10T0${readings % 7}:00:00Z`, requests: 1, readings, refused: 0 })
  renderWithMessages(<IntakeCard ingest={[3, 1201, 5].map(hour)} />)
  expect(screen.getByRole('img').getAttribute('aria-label')).toMatch(/: 3 to 1,201$/)
})

test('of a value that was not sent at all, a dash is shown', async () => {
  const one = {
    id: 1,
    name: 'Linde',
    imei: '1',
    owner: null,
    channel: -1,
    field: 'channel',
    count: 2,
    last: '2026-05-10T10:00:00Z',
  }
  const items = [{ ...one, code: 'channel_invalid' as const, value: NOT_SENT }]
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <FaultyCard faulty={{ count: 1, items }} /> }),
    history: createMemoryHistory(),
  })
  renderWithMessages(<RouterProvider router={router as never} />)
  await screen.findByText('Linde')
  expect(screen.getByText('–')).toBeTruthy()
  expect(document.body.textContent).not.toContain(NOT_SENT)
})
