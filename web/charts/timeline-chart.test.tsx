import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderWithMessages } from '../ui/render-with-messages.tsx'
import type { TimeSpan } from './points/align-series.ts'

class NoObserver {
  observe() {}
  disconnect() {}
}
beforeEach(() => {
  vi.stubGlobal('ResizeObserver', NoObserver)
  vi.stubGlobal('matchMedia', () => new EventTarget())
})
afterEach(() => vi.unstubAllGlobals())

test('a movement is heard, also when time goes on before it has settled', async () => {
  const { TimelineChart } = await import('./timeline-chart.tsx')
  const span = { from: 100_000, to: 200_000 }
  const heard: TimeSpan[] = []
  const ignore = () => {}
  const chart = (newest: number) => (
    <TimelineChart
      label="Weights"
      panels={[]}
      span={span}
      limits={{ from: 0, to: newest }}
      marks={[]}
      tool="pan"
      onSpan={(next) => heard.push(next)}
      onWidth={ignore}
      onReset={ignore}
      onPlace={ignore}
      onOpenMarks={ignore}
    />
  )
  const { rerender } = renderWithMessages(chart(300_000))
  fireEvent.keyDown(screen.getByRole('application'), { key: 'ArrowLeft' })
  rerender(chart(300_060))
  await expect.poll(() => heard).toEqual([{ from: 80_000, to: 180_000 }])
})
