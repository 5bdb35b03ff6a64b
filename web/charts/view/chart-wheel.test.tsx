import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ChartView, createChartView } from './chart-view.ts'
import { attachWheel } from './chart-wheel.ts'

const span = { from: 1_800_000_000, to: 1_800_100_000 }
const length = ({ from, to }: { from: number; to: number }) => to - from

let chart: HTMLDivElement
let view: ChartView
let off: () => void
beforeEach(() => {
  chart = document.createElement('div')
  const plot = document.createElement('div')
  // 1000 px wide, with the time axis below it
  plot.getBoundingClientRect = () => new DOMRect(50, 0, 1000, 300)
  chart.append(plot)
  document.body.append(chart)
  view = createChartView(span, { from: 1_700_000_000, to: 1_900_000_000 })
  off = attachWheel(chart, plot, view)
})
afterEach(() => {
  off()
  chart.remove()
})

/** Turns the wheel; returns whether the chart handled it, so that the page does not scroll. */
function turn(init: WheelEventInit): boolean {
  const event = new WheelEvent('wheel', { clientX: 550, clientY: 100, cancelable: true, bubbles: true, ...init })
  // jsdom does not support modifier keys on wheel events
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey', 'clientX', 'clientY'] as const) {
    Object.defineProperty(event, key, { value: init[key] ?? { clientX: 550, clientY: 100 }[key as 'clientX'] ?? false })
  }
  chart.dispatchEvent(event)
  return event.defaultPrevented
}

test('a turn over the curves is left to the page', () => {
  expect(turn({ deltaY: 100 })).toBe(false)
  expect(view.span()).toEqual(span)
})

test.each([
  ['with Ctrl', { ctrlKey: true }],
  ['with Command', { metaKey: true }],
  ['over the time axis', { clientY: 320 }],
])('a turn %s zooms, and keeps what is under the pointer in place', (_, where) => {
  expect(turn({ deltaY: -100, ...where })).toBe(true)
  const near = view.span()
  expect(length(near) / length(span)).toBeCloseTo(0.82, 2)
  expect((near.from + near.to) / 2).toBeCloseTo((span.from + span.to) / 2, -1)
  expect(turn({ deltaY: 1e9, ...where }), 'however far it is said to turn').toBe(true)
  expect(length(view.span()) / length(near)).toBeCloseTo(1.82, 2)
})

test.each([
  ['sideways', { deltaX: 100 }],
  ['with Shift', { deltaY: 100, shiftKey: true }],
])('a turn %s moves', (_, how) => {
  expect(turn(how)).toBe(true)
  expect(length(view.span())).toBe(length(span))
  expect(view.span().from - span.from).toBeCloseTo(10_000, 0)
})

test('does nothing beside the plot or after it was disconnected', () => {
  expect(turn({ deltaY: -100, ctrlKey: true, clientX: 10 })).toBe(false)
  off()
  expect(turn({ deltaY: -100, ctrlKey: true })).toBe(false)
  expect(view.span()).toEqual(span)
})
