import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { OpenAlarms } from './open-alarms.tsx'

const alarms = Array.from({ length: 400 }, (_, id) => ({ id, type: id % 2 ? 'disturbance' : 'swarm' }) as Alarm)

/** Returns how many alarms are shown, and their names. */
async function show(count: number): Promise<{ shown: number; names: string[] }> {
  const list = () => (
    <main>
      <OpenAlarms alarms={alarms.slice(0, count)} alarmPart={({ id }) => <p>alarm {id}</p>} />
    </main>
  )
  const root = createRootRoute()
  const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: '/', component: list })])
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  vi.spyOn(window, 'scrollTo').mockReturnValue()
  // the types expect the app's own route tree, not this test's
  const { unmount } = renderWithMessages(<RouterProvider router={router as never} />)
  await screen.findByRole('main')
  const shown = screen.queryAllByText(/^alarm \d+$/).length
  const names = screen.queryAllByText(/^(Swarm|Disturbance)$/).map(({ textContent }) => textContent)
  const more = screen.queryByRole('link')?.textContent
  unmount()
  expect(more).toBe(
    count > shown ? `${count - shown} more alarm${count - shown > 1 ? 's are' : ' is'} open.` : undefined,
  )
  return { shown, names }
}

test('the most serious alarms of a hive are shown and the others counted, however many there are', async () => {
  for (const [count, shown] of [
    [0, 0],
    [2, 2],
    [3, 2],
    [400, 2],
  ] as const) {
    expect(await show(count)).toMatchObject({ shown })
  }
})

test('each of several alarms is named, and a single one is named in its row', async () => {
  expect(await show(1)).toEqual({ shown: 1, names: [] })
  expect(await show(2)).toEqual({ shown: 2, names: ['Swarm', 'Disturbance'] })
})
