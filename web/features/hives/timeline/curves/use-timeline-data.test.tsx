import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OfflineError } from '../../../../api/api-error.ts'
import { createChartState } from '../state/chart-state.ts'
import { createTileMemory } from '../tiles/tile-memory.ts'
import { useTimelineData } from './use-timeline-data.ts'

beforeEach(() => vi.useFakeTimers({ now: Date.parse('2026-05-10T10:00:00Z') }))
afterEach(() => vi.useRealTimers())

const now = () => Date.now()
const oneCurve = ['1']
const corrections = { jumps: new Map(), effects: new Map() }

/** A chart of one curve over a network that fails on the first `failures` requests. */
function chartOn(failures: number) {
  let asked = 0
  const memory = createTileMemory(async ({ level }) => {
    asked++
    if (asked <= failures) throw new OfflineError(new TypeError('Failed to fetch'))
    return { container: { level, cursor: 1, tiles: [] }, confirmedAt: now(), partial: false }
  })
  const state = createChartState(Math.round(now() / 1000))
  const limits = { from: state.range.xmin, to: state.range.xmax }
  const { result, rerender } = renderHook(
    (keys: string[]) => useTimelineData({ state, keys, places: [], memory, pixels: 300, now, corrections, limits }),
    { initialProps: oneCurve },
  )
  return { state, error: () => result.current.error, asked: () => asked, show: rerender }
}
/** Effects run at the end of each step. */
async function pass(seconds: number) {
  for (let passed = 0; passed <= seconds; passed++) await act(() => vi.advanceTimersByTimeAsync(passed && 1000))
}

test('a curve that a weak network cut off is there a moment later, without a tap', async () => {
  const { error } = chartOn(2)
  await pass(0)
  expect(error()).toBeInstanceOf(OfflineError)
  await pass(5)
  expect(error()).toBeUndefined()
})

test('without a network it is tried a few times, then left until somebody or something asks again', async () => {
  const { error, asked } = chartOn(Number.POSITIVE_INFINITY)
  await pass(30)
  expect(error()).toBeInstanceOf(OfflineError)
  expect(asked()).toBe(4)
})

test('nothing is missing or loading any more once all curves are switched off', async () => {
  const { state, error, show } = chartOn(Number.POSITIVE_INFINITY)
  await pass(0)
  expect(error()).toBeInstanceOf(OfflineError)
  show(['1', '2'])
  expect(state.loading).toBe(true)
  show([])
  expect([error(), state.loading]).toEqual([undefined, false])
})
