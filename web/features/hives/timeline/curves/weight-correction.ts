import { broughtBefore, type Jump } from '#domain/insight/net-weight.ts'
import { indexFrom } from '#domain/platform/index-from.ts'
import type { Points } from '../../../../charts/points/points.ts'
import type { Correction } from '../tiles/tile-points.ts'

/** How much too heavy a scale shows per kelvin above the reference in °C; `temperature` over time. */
export type TemperatureEffect = { gramsPerKelvin: number; referenceTemperature: number; temperature: Points }

/**
 * Takes jumps by hand out of a weight, so that the curve continues from its value at `anchor` (epoch seconds), and removes
 * the temperature effect of its scale. Returns undefined if there is nothing to take out.
 */
export function weightCorrection(
  net: { jumps: readonly Jump[]; anchor: number } | undefined,
  effect: TemperatureEffect | undefined,
): Correction | undefined {
  const jumps = net?.jumps ?? []
  if (jumps.length === 0 && !effect) return undefined
  const brought = broughtBefore(jumps)
  const base = brought((net?.anchor ?? 0) + 1)
  const times = jumps.map(({ time }) => time).sort((a, b) => a - b)
  return {
    kg: (at, until) => (brought(until) - base) / 1000 + (effect ? effectKg(effect, at) : 0),
    steps: (from, until) => indexFrom(times, from) !== indexFrom(times, until),
  }
}

/** Uses the temperature at that time, interpolated, or the nearest one outside the measured period. */
function effectKg({ gramsPerKelvin, referenceTemperature, temperature }: TemperatureEffect, at: number): number {
  const { time, value } = temperature
  if (time.length === 0) return 0
  const after = indexFrom(time, at)
  const before = Math.max(0, after - 1)
  if (after >= time.length) return ((value[before]! - referenceTemperature) * gramsPerKelvin) / 1000
  const span = time[after]! - time[before]!
  const share = span > 0 ? Math.max(0, (at - time[before]!) / span) : 0
  const celsius = value[before]! + share * (value[after]! - value[before]!)
  return ((celsius - referenceTemperature) * gramsPerKelvin) / 1000
}
