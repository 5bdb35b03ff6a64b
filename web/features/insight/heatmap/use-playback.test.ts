// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { usePlayback } from './use-playback.ts'

let frames: FrameRequestCallback[] = []
beforeEach(() => {
  frames = []
  vi.stubGlobal('requestAnimationFrame', (work: FrameRequestCallback) => frames.push(work))
  vi.stubGlobal('cancelAnimationFrame', (frame: number) => {
    frames[frame - 1] = () => undefined
  })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Runs the pending frames at a time in ms. */
function at(time: number): void {
  act(() => {
    for (const work of frames.splice(0)) work(time)
  })
}

function play(count: number, first: number) {
  const { result } = renderHook(() => usePlayback(count, first))
  const told: number[] = []
  result.current.follow((day) => told.push(day))
  act(() => result.current.setSpeed('fast'))
  act(() => result.current.toggle())
  return { result, told }
}

test('each day is announced at once, but rendered only now and then', () => {
  const { result, told } = play(100, 0)
  for (let time = 1000; time <= 1180; time += 20) at(time)
  expect(told).toEqual([1, 2, 3, 4, 5])
  expect(result.current.day).toBe(0)
  at(1201)
  expect(result.current.day).toBe(6)
})

test('a pause renders the day it stopped at', () => {
  const { result, told } = play(100, 10)
  at(1000)
  at(1150)
  expect([told.at(-1), result.current.day]).toEqual([14, 10])
  act(() => result.current.toggle())
  expect([result.current.playing, result.current.day]).toEqual([false, 14])
  at(1500)
  expect(told.at(-1)).toBe(14)
})

test('it continues from where the slider was moved', () => {
  const { result, told } = play(100, 0)
  at(1000)
  at(1100)
  act(() => result.current.setDay(50))
  expect(result.current.day).toBe(50)
  at(1110)
  at(1210)
  expect(told).toEqual([3, 53])
})

test('it ends at the last day and restarts from there', () => {
  const { result, told } = play(5, 3)
  at(1000)
  at(3000)
  expect([told, result.current.day, result.current.playing]).toEqual([[4], 4, false])
  act(() => result.current.toggle())
  expect([result.current.day, result.current.playing]).toEqual([0, true])
})
