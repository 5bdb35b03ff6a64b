import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { BottomBar } from './bottom-bar.tsx'

test.each(['/settings', '/alarms'])(
  'following a link of the sheet closes it, also to the open screen: at %s',
  async (at) => {
    const scrolled = vi.spyOn(window, 'scrollTo').mockReturnValue()
    onTestFinished(() => scrolled.mockRestore())
    const root = createRootRoute({
      component: () => <BottomBar duty={undefined} openAlarms={0} onLocale={async () => {}} />,
    })
    const screens = ['/settings', '/alarms'].map((path) => createRoute({ getParentRoute: () => root, path }))
    const history = createMemoryHistory({ initialEntries: [at] })
    const router = createRouter({ routeTree: root.addChildren(screens), history })
    renderWithMessages(<RouterProvider router={router as never} />)
    fireEvent.click(await screen.findByRole('button', { name: 'More' }))
    fireEvent.click(screen.getByRole('link', { name: 'Settings' }))
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'More' })).toBeNull())
    expect(history.location.pathname).toBe('/settings')
  },
)
