import { describe, expect, it } from 'vitest'
import { createChartView, type ViewChange } from './chart-view.ts'

function viewWithFrames() {
  const frames: (() => void)[] = []
  const view = createChartView({ from: 1000, to: 11_000 }, { from: 0, to: 100_000 }, (draw) => frames.push(draw))
  const seen: ViewChange[] = []
  view.follow((change) => seen.push({ ...change }))
  return {
    view,
    seen,
    frame: () => {
      for (const draw of frames.splice(0)) draw()
    },
  }
}

describe('the view of a chart', () => {
  it('reports several moves within one frame once', () => {
    const { view, seen, frame } = viewWithFrames()
    view.setSpan({ from: 2000, to: 12_000 })
    view.setSpan({ from: 3000, to: 13_000 })
    view.setCursor(5000)
    expect(seen).toEqual([])
    frame()
    expect(seen).toEqual([{ span: true, cursor: true, selection: false }])
    expect(view.span()).toEqual({ from: 3000, to: 13_000 })
    frame()
    expect(seen).toHaveLength(1)
  })

  it('drops a cursor that is no longer visible', () => {
    const { view, seen, frame } = viewWithFrames()
    view.setCursor(5000)
    view.setSpan({ from: 4000, to: 8000 })
    frame()
    expect(view.cursor()).toBe(5000)
    view.setSpan({ from: 20_000, to: 60_000 })
    frame()
    expect(view.cursor()).toBeUndefined()
    expect(seen.at(-1)).toEqual({ span: true, cursor: true, selection: false })
  })

  it('reports nothing if nothing changed, and stays within its limits', () => {
    const { view, seen, frame } = viewWithFrames()
    view.setSpan({ from: 1000, to: 11_000 })
    view.setCursor(undefined)
    frame()
    expect(seen).toEqual([])
    view.setSpan({ from: -5000, to: 5000 })
    expect(view.span()).toEqual({ from: 0, to: 10_000 })
    view.setLimits({ from: 0, to: 200_000 })
    view.setSpan({ from: 150_000, to: 160_000 })
    expect(view.span().to).toBe(160_000)
  })
})
