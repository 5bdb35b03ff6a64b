import { expect, test } from 'vitest'
import { AXIS_PIXELS, chartOptions, EDGE_PIXELS, letterScale } from './chart-options.ts'

test.each([
  ['letters of usual size', 800, 16, 1],
  ['letters twice as large', 800, 32, 2],
  ['letters that are smaller than usual, which a chart would be hard to read with', 800, 12, 1],
  ['a chart that is not measured yet', 0, 32, 1],
])('on a chart: %s', (_, width, rootPixels, scale) => {
  expect(letterScale(width, rootPixels)).toBe(scale)
})

test('on a phone, however large the letters are, half of the width is left for the curve', () => {
  const scale = letterScale(328, 64)
  expect(scale).toBeGreaterThan(1.5)
  expect((AXIS_PIXELS + EDGE_PIXELS) * scale).toBe(164)
})

test('with letters twice as large, the axes have twice the room', () => {
  const panel = { id: 'weight', label: 'Weight', unit: 'kg', digits: 2, mode: 'value', series: [] } as const
  const axesOf = (letters: number) =>
    chartOptions({ panel, locale: 'en', labeled: false, timeAxis: true, letters }, []).axes!
  const [usual, large] = [axesOf(1), axesOf(2)]
  for (const [index, axis] of large.entries()) {
    expect(axis.font).toMatch(/^30px/)
    expect(axis.size).toBe(2 * Number(usual[index]!.size))
    expect(axis.space).toBe(2 * Number(usual[index]!.space))
  }
})
