import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { CheckingLogin } from '../../features/people/session/checking-login.tsx'
import { session } from '../../features/people/session/session-state.ts'
import { renderWithMessages } from '../../ui/render-with-messages.tsx'

afterEach(() => {
  vi.useRealTimers()
  session.phase = 'unknown'
})

test.each([
  ['unknown', 'Checking login', true],
  ['confirmed', 'Loading', false],
  ['trusted', 'Loading', false],
] as const)(
  'signing in again is offered while nobody is known to be signed in: %s',
  async (phase, words, isOffered) => {
    vi.useFakeTimers()
    session.phase = phase
    renderWithMessages(<CheckingLogin />)
    expect(screen.getByRole('status').textContent).toContain(words)
    await act(() => vi.advanceTimersByTimeAsync(6000))
    expect(screen.queryByRole('link', { name: 'Sign in again' }) !== null).toBe(isOffered)
  },
)
