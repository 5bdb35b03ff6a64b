import { tokenColor } from '../../../ui/theme.ts'
import type { Quantity } from './heatmap-search.ts'

/** The values at both ends of the color scale. */
export type HeatScale = { low: number; high: number; diverging: boolean }
/** 256 colors from low to high, as red, green and blue for each. */
export type Palette = Uint8ClampedArray

const STEPS = 256
/** This share of the values lies within the color scale; values outside get the color of its end. */
const WITHIN = 0.98
const LEAST_KG = 0.05
const DEGREES = 5

const quantile = (sorted: Float32Array, share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0

const NICE = [1, 1.5, 2, 3, 4, 5, 6, 8, 10]

/** Rounds up to the next round number: 1, 1.5, 2, 3 … 10, 15, 20 … */
export function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value))
  const step = NICE.find((candidate) => candidate * power >= value * (1 - 1e-6)) ?? 10
  return step * power
}

/** Returns the ends of the color scale for some values, ignoring NaN: around 0 for changes, from 0 for activity. */
export function heatScale(values: Float32Array, quantity: Quantity): HeatScale {
  const known = values.filter((value) => !Number.isNaN(value))
  if (quantity === 'temperature') {
    const sorted = known.sort()
    const low = Math.floor(quantile(sorted, 1 - WITHIN) / DEGREES) * DEGREES
    return {
      low,
      high: Math.max(low + DEGREES, Math.ceil(quantile(sorted, WITHIN) / DEGREES) * DEGREES),
      diverging: false,
    }
  }
  const high = niceAbove(Math.max(LEAST_KG, quantile(known.map(Math.abs).sort(), WITHIN)))
  return quantity === 'change' ? { low: -high, high, diverging: true } : { low: 0, high, diverging: false }
}

/** Returns a value's position between the ends, from 0 to 255. */
export const stepOf = ({ low, high }: HeatScale, value: number): number =>
  Math.round(Math.min(1, Math.max(0, (value - low) / (high - low))) * (STEPS - 1))

const stops = {
  diverging: ['--heat-1', '--heat-2', '--heat-3', '--heat-4', '--heat-5'],
  sequential: ['--heat-3', '--heat-2', '--heat-1'],
} as const

/** Returns red, green and blue of a token; the build shortens some tokens to three digits. */
export function channelsOf(token: `--${string}`): [number, number, number] {
  const digits = tokenColor(token).slice(1)
  const size = digits.length / 3
  return [0, 1, 2].map((part) =>
    Number.parseInt(digits.slice(part * size, (part + 1) * size).repeat(2 / size), 16),
  ) as [number, number, number]
}

/** Returns the current colors; call it again when the theme changes. */
export function heatPalette(diverging: boolean): Palette {
  const colors = stops[diverging ? 'diverging' : 'sequential'].map(channelsOf)
  const palette = new Uint8ClampedArray(STEPS * 3)
  for (let step = 0; step < STEPS; step++) {
    const at = (step / (STEPS - 1)) * (colors.length - 1)
    const first = Math.min(colors.length - 2, Math.floor(at))
    for (let channel = 0; channel < 3; channel++) {
      const [from, to] = [colors[first]![channel]!, colors[first + 1]![channel]!]
      palette[step * 3 + channel] = from + (to - from) * (at - first)
    }
  }
  return palette
}
