import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createChartState } from './chart-state.ts'
import { usePresent } from './use-present.ts'

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-05-10T10:00:00Z') }))
afterEach(() => vi.useRealTimers())

const now = () => Date.now()
const seconds = () => Math.round(Date.now() / 1000)

test('the chart follows the time minute by minute with refresh off, until it is closed', () => {
  const state = createChartState(seconds())
  state.refresh = 0
  const { unmount } = renderHook(() => usePresent(state, now))
  vi.advanceTimersByTime(3 * 60_000)
  expect(state.range.xmax).toBe(seconds() + 600)
  unmount()
  const left = state.range.xmax
  vi.advanceTimersByTime(10 * 60_000)
  expect(state.range.xmax).toBe(left)
})

test('a page that becomes visible after a night shows the current time at once', () => {
  const state = createChartState(seconds())
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  renderHook(() => usePresent(state, now))
  vi.advanceTimersByTime(8 * 3_600_000)
  const stood = state.range.xmax
  expect(stood).toBe(seconds() - 8 * 3600 + 600)
  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(state.range.xmax).toBe(seconds() + 600)
})
