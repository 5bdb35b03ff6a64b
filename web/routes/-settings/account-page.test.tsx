import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
  redirect,
} from '@tanstack/react-router'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { sampleSession } from '../../../tests/support/samples/sample-session.ts'
import { confirmUser, forgetUser, isSignedIn, session } from '../../features/people/session/session-state.ts'
import { followSession } from '../../follow-session.ts'
import { createQueryClient } from '../../offline/query-cache.ts'
import { renderWithMessages } from '../../ui/render-with-messages.tsx'
import { AccountPage } from './account-page.tsx'

afterEach(() => {
  forgetUser()
  vi.unstubAllGlobals()
})

const codes = { codesSince: null, recoveryCodesLeft: 0, demanded: false, missing: false }

/** Opens the account page, which only a signed-in user can see. */
function openAccount() {
  const root = createRootRoute()
  const start = createRoute({ getParentRoute: () => root, path: '/', component: () => <p>Start</p> })
  const account = createRoute({
    getParentRoute: () => root,
    path: '/settings/account',
    component: AccountPage,
    beforeLoad: ({ location }) => {
      if (!isSignedIn(session.phase)) throw redirect({ to: '/', search: { from: location.href } as never })
    },
  })
  const router = createRouter({
    routeTree: root.addChildren([start, account]),
    history: createMemoryHistory({ initialEntries: ['/settings/account'] }),
  })
  followSession(router)
  renderWithMessages(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return router
}

test('after deleting the account, the person gets to the start page, without an offer to return to the account page', async () => {
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    if (init?.method === 'POST') return Response.json({ message: 'Deleted.' })
    return Response.json(String(input).endsWith('secondFactor') ? codes : [])
  })
  confirmUser(sampleSession)
  const router = openAccount()
  fireEvent.click(await screen.findByRole('button', { name: 'Delete account' }))
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'honey and bees' } })
  fireEvent.click(screen.getByRole('button', { name: 'Delete for good' }))
  await screen.findByText('Start')
  expect(router.state.location.href).toBe('/')
})
