import { GAP_STEPS, usualStep } from '../points/usual-step.ts'

/** A curve as SVG path data in a box of `width` × `height`, the area below it, and where it ends. */
export type CurvePath = { line: string; area: string; end: { x: number; y: number } }

/**
 * The curve through `values` over `time` (ascending), from `bottom` (default: the minimum) to `top` (default: the maximum); undefined without a value. Missing
 * values and pauses of more than three usual steps break the line; a flat curve runs through the middle.
 */
export function curvePath(
  time: readonly number[],
  values: readonly (number | null)[],
  box: { width: number; height: number; bottom?: number; top?: number },
): CurvePath | undefined {
  let bottom = box.bottom ?? Number.POSITIVE_INFINITY
  let top = box.top ?? Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (value === null) continue
    if (box.bottom === undefined && value < bottom) bottom = value
    if (box.top === undefined && value > top) top = value
  }
  const first = time[0] ?? 0
  const span = (time[time.length - 1] ?? 0) - first
  const gap = usualStep(time) * GAP_STEPS
  const spread = top - bottom
  let line = ''
  let area = ''
  let end: CurvePath['end'] | undefined
  let previous: number | undefined
  for (let i = 0; i < values.length; i++) {
    const value = values[i]
    if (value === null || value === undefined) {
      previous = undefined
      continue
    }
    const x = round(span > 0 ? ((time[i]! - first) / span) * box.width : box.width)
    const y = round(spread > 0 ? (1 - (value - bottom) / spread) * box.height : box.height / 2)
    const starts = previous === undefined || time[i]! - previous > gap
    if (starts && end) area += `V${box.height}Z`
    line += starts ? `M${x} ${y}h0` : `L${x} ${y}`
    area += starts ? `M${x} ${box.height}V${y}` : `L${x} ${y}`
    previous = time[i]!
    end = { x, y }
  }
  return end && { line, area: `${area}V${box.height}Z`, end }
}

const round = (pixels: number): number => Math.round(pixels * 100) / 100
