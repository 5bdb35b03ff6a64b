import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { ApiError } from '../../../../api/api-error.ts'
import { renderWithMessages } from '../../../../ui/render-with-messages.tsx'
import { ClaimRefusal } from './claim-refusal.tsx'

function refuse(code: string, reply: object): void {
  vi.spyOn(window, 'scrollTo').mockReturnValue()
  const error = new ApiError(409, 'No.', { code, reply })
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <ClaimRefusal error={error} /> }),
    history: createMemoryHistory(),
  })
  renderWithMessages(<RouterProvider router={router as never} />)
}

test('registering one’s own transmitter again gives a link to it', async () => {
  refuse('controller_already_registered', { id: 7 })
  const link = await screen.findByRole('link', { name: 'To the transmitter' })
  expect(link.getAttribute('href')).toBe('/settings/controllers/7')
})

test('there is no link to someone else’s transmitter, but who can hand it over is said', async () => {
  refuse('controller_already_registered', {})
  expect((await screen.findByRole('alert')).textContent).toBe(
    'No.If it is yours now, ask whoever runs this installation to hand it over to you.',
  )
  expect(screen.queryByRole('link')).toBeNull()
})

test('a transmitter that the server does not know leads to whoever runs it', async () => {
  refuse('imei_imsi_mismatch', {})
  expect((await screen.findByRole('alert')).textContent).toContain('Ask whoever runs it.')
})

test('other refusals say nothing about that', async () => {
  refuse('order_key_invalid', {})
  expect((await screen.findByRole('alert')).textContent).toBe('No.')
})
