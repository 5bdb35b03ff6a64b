import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { Alarm } from '#domain/alerts/alarm.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { OpenAlarms } from './open-alarms.tsx'

const alarms = Array.from({ length: 400 }, (_, id) => ({ id }) as Alarm)

async function show(count: number): Promise<number> {
  const list = () => (
    <main>
      <OpenAlarms alarms={alarms.slice(0, count)} alarmPart={({ id }) => <p>alarm {id}</p>} />
    </main>
  )
  const root = createRootRoute()
  const routeTree = root.addChildren([createRoute({ getParentRoute: () => root, path: '/', component: list })])
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  vi.spyOn(window, 'scrollTo').mockReturnValue()
  // the tree of this test is not the app's, which the types know
  const { unmount } = renderWithMessages(<RouterProvider router={router as never} />)
  await screen.findByRole('main')
  const shown = screen.queryAllByText(/^alarm \d+$/).length
  const more = screen.queryByRole('link')?.textContent
  unmount()
  expect(more).toBe(
    count > shown ? `${count - shown} more alarm${count - shown > 1 ? 's are' : ' is'} open.` : undefined,
  )
  return shown
}

test('however many alarms a hive has, the gravest stand there and the others are counted', async () => {
  expect(await show(0)).toBe(0)
  expect(await show(2)).toBe(2)
  expect(await show(3)).toBe(2)
  expect(await show(400)).toBe(2)
})
