import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TimeSpan } from '../points/align-series.ts'
import { attachGestures } from './chart-gestures.ts'
import { createChartView } from './chart-view.ts'

const span = { from: 1_800_000_000, to: 1_800_100_000 }

let surface: HTMLDivElement
let measured: TimeSpan | undefined
let off: () => void
beforeEach(() => {
  surface = document.createElement('div')
  // jsdom does not capture pointers
  surface.setPointerCapture = () => {}
  document.body.append(surface)
  off = attachGestures(surface, {
    view: createChartView(span, { from: 1_700_000_000, to: 1_900_000_000 }),
    tool: () => 'measure',
    plot: () => ({ left: 50, width: 1000 }),
    onReset: () => {},
    onPlace: () => {},
    onLongPress: () => {},
    onMeasured: (found) => {
      measured = found
    },
  })
})
afterEach(() => {
  off()
  surface.remove()
})

function drag(from: number, to: number): TimeSpan | undefined {
  measured = undefined
  const at = (type: string, clientX: number) =>
    surface.dispatchEvent(new PointerEvent(type, { pointerId: 1, pointerType: 'mouse', clientX, clientY: 100 }))
  at('pointerdown', from)
  at('pointermove', to)
  at('pointerup', to)
  return measured
}

test.each([
  ['to the right', 150, 650, { from: 1_800_010_000, to: 1_800_060_000 }],
  ['to the left', 650, 150, { from: 1_800_010_000, to: 1_800_060_000 }],
  ['past the right edge', 150, 1200, { from: 1_800_010_000, to: span.to }],
  ['past the left edge', 650, 5, { from: span.from, to: 1_800_060_000 }],
])('measures what is in view when dragged %s', (_, from, to, found) => {
  expect(drag(from, to)).toEqual(found)
})
