import type uPlot from 'uplot'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderWithMessages } from '../../ui/render-with-messages.tsx'

// uPlot asks for it as it loads
beforeEach(() => void vi.stubGlobal('matchMedia', () => new EventTarget()))
afterEach(() => vi.unstubAllGlobals())

test('a constant weight looks constant as soon as the noise of its scale is known', async () => {
  const { useChartOptions } = await import('./use-chart-options.ts')
  let options: ReturnType<typeof useChartOptions> | undefined
  function Options({ leastSpan }: { leastSpan: number }) {
    const panel = {
      id: 'weight',
      label: 'Weight',
      unit: 'kg',
      digits: 2,
      mode: 'value',
      series: [],
      leastSpan,
    } as const
    options = useChartOptions({ current: { panel, marks: [] } }, { labeled: false, timeAxis: true, letters: 1 })
    return null
  }
  const span = () => {
    const range = options!.scales!.y!.range as uPlot.Range.Function
    const [low, high] = range(undefined as never, 40, 40, 'y')
    return Math.round((high! - low!) * 1000) / 1000
  }
  const { rerender } = renderWithMessages(<Options leastSpan={0.1} />)
  expect(span()).toBe(0.1)
  const before = options
  rerender(<Options leastSpan={0.1} />)
  expect(options).toBe(before)
  rerender(<Options leastSpan={2} />)
  expect(span()).toBe(2)
})
