import { act } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { slowCalls } from '../../../api/slow-calls.ts'
import { renderWithMessages } from '../../../ui/render-with-messages.tsx'
import { PendingPage } from './pending-page.tsx'

test('a screen that takes long to load is reported as slow until it is there', () => {
  vi.useFakeTimers()
  const { unmount } = renderWithMessages(<PendingPage />)
  act(() => vi.advanceTimersByTime(1900))
  expect(slowCalls.count).toBe(0)
  act(() => vi.advanceTimersByTime(200))
  expect(slowCalls.count).toBe(1)
  unmount()
  expect(slowCalls.count).toBe(0)
  vi.useRealTimers()
})
