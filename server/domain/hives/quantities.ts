import type { RawColumnName } from './tiles/timeline-tile.ts'

/** Units and digits of the panels, from top to bottom; a change below `leastSpan` is noise or of no interest. */
export const quantities: Record<RawColumnName, { unit: string; digits: number; leastSpan: number }> = {
  weight: { unit: 'kg', digits: 2, leastSpan: 1 },
  temperature: { unit: '°C', digits: 1, leastSpan: 4 },
  humidity: { unit: '%', digits: 0, leastSpan: 10 },
  battery: { unit: 'V', digits: 2, leastSpan: 0.2 },
  signal: { unit: 'dBm', digits: 0, leastSpan: 10 },
}
