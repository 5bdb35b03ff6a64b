import { fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderWithMessages } from '../ui/render-with-messages.tsx'
import styles from './chart.module.css'
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

test('a movement is reported, even if time advances before it has settled', async () => {
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

test.each([
  [150_000, true],
  [299_999, true],
  [300_000, false],
  [0, false],
])('a mark at %d reserves room for flags above the view from 100000 to 200000: %s', async (time, hasRoom) => {
  const { TimelineChart } = await import('./timeline-chart.tsx')
  const ignore = () => {}
  const { container } = renderWithMessages(
    <TimelineChart
      label="Weights"
      panels={[]}
      span={{ from: 100_000, to: 200_000 }}
      limits={{ from: 0, to: 400_000 }}
      marks={[{ id: 'i1', time, kind: 'intervention', label: 'Fed' }]}
      tool="pan"
      onSpan={ignore}
      onWidth={ignore}
      onReset={ignore}
      onPlace={ignore}
      onOpenMarks={ignore}
    />,
  )
  expect(container.querySelector(`.${styles.flags}`) !== null).toBe(hasRoom)
})

test.each([
  [undefined, false],
  [() => {}, true],
])('mentions that Enter adds something only where it does', async (onPlace, isSaid) => {
  const { TimelineChart } = await import('./timeline-chart.tsx')
  const ignore = () => {}
  renderWithMessages(
    <TimelineChart
      label="Weights"
      panels={[]}
      span={{ from: 100_000, to: 200_000 }}
      limits={{ from: 0, to: 400_000 }}
      marks={[]}
      tool="pan"
      onSpan={ignore}
      onWidth={ignore}
      onReset={ignore}
      onPlace={onPlace}
      onOpenMarks={ignore}
    />,
  )
  expect(screen.getByText(/Arrow keys move the view/).textContent?.includes('Enter adds')).toBe(isSaid)
})
