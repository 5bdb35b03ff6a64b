import type { Scale } from '#domain/hives/scale.ts'
import { type HeatmapSearch, type Quantity, quantities } from './heatmap-search.ts'

const CURRENT = ['active', 'empty', 'deactivated']

/** The scales in use: those that weigh, and those with a calendar; the one that is asked for, and what its colors can mean. */
export function calendarChoice<S extends Pick<Scale, 'id' | 'type' | 'state'>>(
  scales: readonly S[],
  search: Pick<HeatmapSearch, 'scale' | 'show'>,
) {
  const measuring = scales.filter(({ type, state }) => type !== 'humidity' && CURRENT.includes(state))
  const weighing = measuring.filter(({ type }) => type === 'weight')
  const scale = measuring.find(({ id }) => id === search.scale) ?? weighing[0] ?? measuring[0]
  const shown: readonly Quantity[] = scale?.type === 'thermometer' ? ['temperature'] : quantities
  const quantity = shown.find((one) => one === search.show) ?? shown[0]!
  return { weighing, measuring, scale, shown, quantity }
}
