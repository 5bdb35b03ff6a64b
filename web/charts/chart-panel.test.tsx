import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderWithMessages } from '../ui/render-with-messages.tsx'
import { createChartView } from './view/chart-view.ts'

const drawn = vi.fn<(props: { options: uPlot.Options }) => null>(() => null)
vi.mock('uplot-react', () => ({ default: (props: { options: uPlot.Options }) => drawn(props) }))

// uPlot asks for it as it loads
beforeEach(() => void vi.stubGlobal('matchMedia', () => new EventTarget()))
afterEach(() => vi.unstubAllGlobals())

test('a constant weight looks constant as soon as the noise of its scale is known', async () => {
  const { Panel } = await import('./chart-panel.tsx')
  const view = createChartView({ from: 0, to: 1000 }, { from: 0, to: 1000 })
  const panel = { id: 'weight', label: 'Weight', unit: 'kg', digits: 2, mode: 'value', series: [] } as const
  const chart = (leastSpan: number) => (
    <Panel
      panel={{ ...panel, leastSpan }}
      view={view}
      marks={[]}
      width={300}
      height={200}
      labeled={false}
      timeAxis
      letters={1}
    />
  )
  const span = () => {
    const range = drawn.mock.lastCall![0].options.scales!.y!.range as unknown as (...of: unknown[]) => [number, number]
    const [low, high] = range(undefined, 40, 40)
    return Math.round((high - low) * 1000) / 1000
  }
  const { rerender } = renderWithMessages(chart(0.1))
  expect(span()).toBe(0.1)
  rerender(chart(2))
  expect(span()).toBe(2)
})
