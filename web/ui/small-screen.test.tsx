import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { shapeOf, useSmallScreen } from './small-screen.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  [390, 844, 16, undefined],
  [360, 640, 16, 'short'],
  [320, 568, 32, 'short'],
  [844, 390, 16, 'turned'],
  [667, 375, 20, 'turned'],
  [667, 375, 32, undefined],
  [800, 1280, 16, undefined],
  [1280, 480, 16, undefined],
])('a screen of %d × %d with letters of %d px: %s', (width, height, letters, shape) => {
  expect(shapeOf(width, height, letters)).toBe(shape)
})

function resize(innerWidth: number, innerHeight: number): void {
  vi.stubGlobal('innerWidth', innerWidth)
  vi.stubGlobal('innerHeight', innerHeight)
  act(() => {
    window.dispatchEvent(new Event('resize'))
  })
}

test('a keyboard that appears changes nothing, turning the phone does', () => {
  resize(390, 844)
  const { result } = renderHook(useSmallScreen)
  resize(390, 420)
  expect(result.current).toEqual({ width: 390, height: 844, shape: undefined })
  resize(844, 390)
  expect(result.current).toEqual({ width: 844, height: 390, shape: 'turned' })
})
